import { z } from 'zod'
import { maxInteger } from '#core/contract/column-types.ts'
import { dayText, listOf, optionalOneOf as oneOf, optionalText, pageQuery, searchText } from '#core/contract/lists.ts'
import { caseReasons } from '#core/rules/case-reasons.ts'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { tiposEntrega } from '#modules/delivery/delivery.ts'
import { orderFilterParts, staffOrderParts } from '#modules/order-shapes.ts'
import { estados } from '#modules/orders/estado.ts'
import { orderLine, staffMoney } from '#modules/orders/shapes.ts'

/** Sort orders; by default the newest first, and a search by number starts with that number. */
const orderSortings = ['reciente', 'antigua', 'total_mayor', 'total_menor'] as const

/** The filter of orders, for the list, the numbers' tables and the CSV files. */
export const orderFilter = z.object({
	nro_orden: searchText.describe('the number or its beginning, or words of name, e-mail and address'),
	user: optionalText(10)
		.pipe(z.coerce.number<string>().int().min(1).max(maxInteger).optional())
		.describe('the id of the account that placed them'),
	estado: oneOf(estados),
	metodo_pago: oneOf(metodosPago),
	pago: optionalText(20)
		.transform((text) => text?.toUpperCase())
		.optional()
		.describe('of a payment by card: its authorisation code, or the last four digits of the card'),
	...orderFilterParts,
	desde: dayText.describe('first day, in Santiago'),
	hasta: dayText.describe('last day, in Santiago, included'),
})
export type OrderFilter = z.output<typeof orderFilter>

export const listOrdersQuery = orderFilter.extend(pageQuery.shape).extend({
	orden: oneOf(orderSortings),
})
export type ListOrdersQuery = z.output<typeof listOrdersQuery>

/** An order in the panel's list. `comprobantes_descarga` are expiring links, one per file, in the files' order. */
export const staffOrder = z.object({
	id: z.uuid(),
	nro_orden: z.int(),
	estado: z.enum(estados),
	total: z.int(),
	metodo_pago: z.enum(metodosPago),
	user: z.int().nullable(),
	created_at: z.string(),
	direccion: z.string(),
	carrito: z.array(orderLine),
	comprobantes: z.array(z.string()),
	comprobantes_descarga: z.array(z.string()),
	comprobantes_rechazados: z.array(z.boolean()).describe('whether staff refused it, one a file, in the same order'),
	nombre: z.string(),
	email: z.string(),
	telefono: z.string(),
	tipo_entrega: z.enum(tiposEntrega),
	...staffOrderParts,
	pagada_at: z.string().nullable(),
	atencion: z.enum(caseReasons).nullable().describe('why a person has to look at it'),
	...staffMoney,
	version: z.int(),
	deshacer_hasta: z
		.string()
		.nullable()
		.describe('until when the last change by staff can be undone; null: there is none that can'),
})
export type StaffOrder = z.infer<typeof staffOrder>

export const effectsAnswer = z.object({ efectos: z.array(z.string()) })
export type EffectsAnswer = z.infer<typeof effectsAnswer>

export const listOrdersAnswer = listOf(staffOrder)
export type ListOrdersAnswer = z.infer<typeof listOrdersAnswer>

/** The files of orders, and the one of the stock that they moved. */
export const exportFiles = ['ordenes.csv', 'lineas.csv', 'pagos.csv', 'stock.csv'] as const
export type ExportFile = (typeof exportFiles)[number]
