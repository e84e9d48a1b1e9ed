import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { deliveriesFile, documentsFile, exportFiles, type NumbersFile } from '#modules/numbers/shapes/export-files.ts'
import { documentsQuery } from '#modules/numbers/shapes/summary.ts'
import { deliveryFilter, deliveryNumbersQuery } from '#modules/rounds/shapes/deliveries.ts'
import { orderFilter } from '#modules/staff-orders/shapes/orders.ts'

const about = {
	tag: 'panel: números',
	caller: 'staff',
	method: 'GET',
	permission: 'exportar',
	produces: ['text/csv'],
	answer: z.any().describe('El archivo, para Excel'),
} as const

/** Orders, their lines, their payments, or stock movements. The file contains customers' purchases and names. */
export const exportOrders = endpoint({
	...about,
	path: '/api/admin_exportar/:archivo',
	freshProof: true,
	params: z.object({ archivo: z.enum(exportFiles) }),
	query: orderFilter,
})

export const exportDocuments = endpoint({
	...about,
	path: `/api/admin_exportar/${documentsFile}`,
	freshProof: true,
	query: documentsQuery,
})

/** The file contains customers' names and addresses. */
export const exportDeliveries = endpoint({
	...about,
	tag: 'panel: reparto',
	path: `/api/admin_exportar/${deliveriesFile}`,
	freshProof: true,
	query: deliveryFilter,
})

const numbers = (file: NumbersFile) =>
	endpoint({ ...about, path: `/api/admin_exportar/${file}`, query: deliveryNumbersQuery })

export const exportReorder = numbers('reposicion.csv')
export const exportMoneyToCome = numbers('por_recibir.csv')
export const exportFunnel = numbers('embudo.csv')
export const exportCoupons = numbers('cupones.csv')
export const exportDeliveryNumbers = numbers('reparto.csv')
