import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { csvFile } from '#core/contract/lists.ts'
import { orderDetail } from '#modules/orders/staff/shapes.ts'
import { handDocumentRequest } from '#modules/tax-documents/shapes.ts'

/** Every action returns the order with its history afterwards. */
const act = {
	tag: 'panel: órdenes',
	caller: 'staff',
	method: 'POST',
	permission: 'editar_ordenes',
	freshProof: false,
	params: z.object({ id: z.string().max(100) }),
	answer: orderDetail,
} as const

export const showDocument = endpoint({
	tag: 'órdenes',
	caller: 'anyone',
	limits: ['seguimiento'],
	params: z.object({ token: z.string().max(1000) }),
	method: 'GET',
	path: '/api/documentos/:token',
	description: 'A tax document as PDF or XML.',
	answer: z.any().describe('the file'),
})

export const emitAgain = endpoint({ ...act, path: '/api/admin_ordenes/:id/emitir_documento/' })

/** A tax document made outside the shop, new or instead of a recorded one. */
export const recordHandDocument = endpoint({
	...act,
	path: '/api/admin_ordenes/:id/anotar_documento/',
	body: handDocumentRequest,
})

export const exportDocuments = endpoint({
	...csvFile,
	tag: 'panel: números',
	path: '/api/admin_exportar/documentos.csv',
	freshProof: true,
	query: z.object({
		mes: z
			.string()
			.regex(/^2\d{3}-(0[1-9]|1[0-2])$/)
			.describe('the month of their date in Santiago, as `2026-11`'),
	}),
})
