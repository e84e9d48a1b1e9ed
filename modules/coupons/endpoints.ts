import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { csvFile, spanQuery } from '#core/contract/lists.ts'
import { createCouponRequest, editCouponRequest, listCouponsAnswer, staffCoupon } from '#modules/coupons/shapes.ts'

const about = { tag: 'panel: cupones', caller: 'staff' } as const

/** The newest first. */
export const listCoupons = endpoint({
	...about,
	method: 'GET',
	path: '/api/admin_cupones/',
	permission: 'ver_panel',
	freshProof: false,
	answer: listCouponsAnswer,
})

export const createCoupon = endpoint({
	...about,
	method: 'POST',
	path: '/api/admin_cupones/',
	permission: 'cambiar_ajustes',
	freshProof: false,
	body: createCouponRequest,
	answer: staffCoupon,
})

/** Ends or reactivates a code. Orders that have used it do not change. */
export const editCoupon = endpoint({
	...about,
	method: 'PUT',
	path: '/api/admin_cupones/:codigo/',
	permission: 'cambiar_ajustes',
	freshProof: false,
	params: z.object({ codigo: z.string().max(60) }),
	body: editCouponRequest,
	answer: staffCoupon,
})

export const exportCoupons = endpoint({
	...csvFile,
	tag: 'panel: números',
	path: '/api/admin_exportar/cupones.csv',
	freshProof: false,
	query: spanQuery,
})
