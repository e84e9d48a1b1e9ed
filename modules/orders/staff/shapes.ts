import { z } from 'zod'
import { auditEntry } from '#core/contract/audit.ts'
import { day, maxInteger, plainText, wholeNumber } from '#core/contract/fields.ts'
import {
	dayText,
	listOf,
	optionalOneOf as oneOf,
	optionalText,
	pageQuery,
	repeated,
	searchText,
} from '#core/contract/lists.ts'
import { caseReasons } from '#core/rules/audit-actions.ts'
import { minReason } from '#core/rules/limits.ts'
import { mailTemplates } from '#core/rules/mails.ts'
import { gatewayMethods, metodosPago } from '#core/rules/payment-methods.ts'
import { tiposEntrega } from '#modules/delivery/delivery.ts'
import { orderDetailParts, orderFilterParts, staffOrderParts } from '#modules/lists/shapes.ts'
import { estados } from '#modules/orders/estado.ts'
import { orderActions } from '#modules/orders/order-actions.ts'
import { handRefundWays, maxReference } from '#modules/orders/order-money.ts'
import { attemptStates, paymentDestinos, paymentStates, refundStates } from '#modules/orders/payment-details.ts'
import { orderLine, orderMoney, paymentDetails } from '#modules/orders/shapes.ts'

/** Sort orders; by default the newest first, and a search by number starts with that number. */
const orderSortings = ['reciente', 'antigua', 'total_mayor', 'total_menor'] as const

const filterDays = ['orden', 'pago'] as const

/** The filter of orders, for the list, the numbers' tables and the CSV files. */
export const orderFilter = z.object({
	nro_orden: searchText.describe('any text by which the search of the panel finds an order'),
	user: optionalText(10)
		.pipe(z.coerce.number<string>().int().min(1).max(maxInteger).optional())
		.describe('the id of the account that placed them'),
	estado: oneOf(estados),
	metodo_pago: oneOf(metodosPago),
	pago: optionalText(20)
		.transform((text) => text?.toUpperCase())
		.optional()
		.describe('of a payment by card: its authorisation code, or the last four digits of the card'),
	atencion: oneOf(caseReasons).describe('open as a case for this reason'),
	pago_en_linea: oneOf(['sin_terminar']).describe(
		'by gateway, not paid, payable again, and nothing bought by its customer since',
	),
	...orderFilterParts,
	desde: dayText.describe('first day, in Santiago'),
	hasta: dayText.describe('last day, in Santiago, included'),
	dia_de: oneOf(filterDays).describe('whose days these are: of the order (by default), or of its payments'),
})
export type OrderFilter = z.output<typeof orderFilter>

export const listOrdersQuery = orderFilter.extend(pageQuery.shape).extend({
	orden: oneOf(orderSortings),
})
export type ListOrdersQuery = z.output<typeof listOrdersQuery>

/** An order in the panel's list. `comprobantes_descarga` are expiring links, one per file, in the files' order, empty for a
 * deleted picture. */
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
	...orderMoney,
	version: z.int(),
	deshacer_hasta: z
		.string()
		.nullable()
		.describe('until when the last change by staff can be undone; null: there is none that can'),
})
export type StaffOrder = z.infer<typeof staffOrder>

export const listOrdersAnswer = listOf(staffOrder)
export type ListOrdersAnswer = z.infer<typeof listOrdersAnswer>

/** The files of orders, and the one of the stock that they moved. */
export const exportFiles = ['ordenes.csv', 'lineas.csv', 'pagos.csv', 'stock.csv'] as const
export type ExportFile = (typeof exportFiles)[number]

/**
 * A payment as last reported by its gateway. `destino`: `aplicado` pays the order, `por_devolver` is refunded, `caso`
 * is for staff.
 */
const staffPayment = z.object({
	gateway: z.enum(gatewayMethods),
	pago_id: z.string(),
	estado: z.enum(paymentStates),
	monto: z.int(),
	moneda: z.string(),
	destino: z.enum(paymentDestinos).nullable(),
	devuelto: z.int().describe('refunds of the shop, requested or made'),
	retirado: z.int().describe('taken by a dispute, open or lost'),
	devolvible: z.int().describe('what can still be given back'),
	detalle: paymentDetails,
	created_at: z.string(),
})

/** A payment attempt. `gateway_ref` is the gateway's own id. */
const staffAttempt = z.object({
	id: z.uuid(),
	gateway: z.enum(gatewayMethods),
	estado: z.enum(attemptStates),
	monto: z.int(),
	gateway_ref: z.string().nullable(),
	created_at: z.string(),
	expires_at: z.string(),
})

const staffRefund = z.object({
	id: z.uuid(),
	gateway: z.enum(gatewayMethods),
	pago_id: z.string(),
	monto: z.int(),
	motivo: z.string(),
	estado: z.enum(refundStates),
	devolucion_id: z.string().nullable().describe("the gateway's id of it"),
	usuario: z.string().nullable(),
	aceptar_hasta: z.string().nullable().describe('until when the payer has to accept it; null without acceptance'),
	por_transferencia: z.boolean().describe('the gateway did not make it: staff gave the money back by transfer'),
	created_at: z.string(),
})

const handRefund = z.object({
	id: z.uuid(),
	monto: z.int(),
	medio: z.enum(handRefundWays),
	fecha: z.string().describe('the day in Santiago on which the customer got it'),
	referencia: z.string(),
	usuario: z.string().nullable(),
	created_at: z.string(),
})

const staffMail = z.object({
	id: z.uuid(),
	plantilla: z.enum(mailTemplates),
	destinatario: z.string(),
	created_at: z.string(),
	enviado_at: z.string().nullable(),
	se_puede_reenviar: z.boolean(),
})

/** Groups of unpaid orders that staff may cancel at once: of one network, or of one hour. */
export const orderGroups = ['red', 'hora'] as const
export type OrderGroup = (typeof orderGroups)[number]

const orderGroup = z.object({ ordenes: z.int(), unidades: z.int() }).nullable()

/** An order with its whole history. */
export const orderDetail = staffOrder.extend({
	subtotal: z.int(),
	despacho: z.int(),
	descuento: z.int(),
	cupon: z.string().nullable(),
	comuna: z.string(),
	lat: z.number().nullable(),
	lng: z.number().nullable(),
	distancia_m: z.int().nullable(),
	despacho_sin_medir: z.boolean().describe('delivery was charged 0 because the distance could not be measured'),
	stock_tomado: z.boolean(),
	estacion_retiro: z.string().nullable().describe('pickup place as shown before paying'),
	horario_retiro: z.string().nullable(),
	plazo_entrega: z.string().nullable(),
	entrega_detenida: z
		.boolean()
		.describe('it waits to be delivered, and its money stops that until staff say otherwise'),
	expires_at: z.string().nullable(),
	comprobante_rechazado: z
		.string()
		.nullable()
		.describe('reason for which staff refused the proof; null when they did not'),
	cliente: z
		.object({
			id: z.int(),
			email: z.string(),
			first_name: z.string(),
			last_name: z.string(),
			is_active: z.boolean(),
			bloqueada: z.boolean(),
			ordenes: z.int().describe('how many orders the customer made'),
		})
		.nullable(),
	pagos: z.array(staffPayment),
	intentos: z.array(staffAttempt),
	devoluciones: z.array(staffRefund),
	devoluciones_a_mano: z.array(handRefund),
	devolvible_a_mano: z.int().describe('pesos paid by transfer or in cash that can still be given back by hand'),
	...orderDetailParts,
	correos: z.array(staffMail),
	historia: z.array(auditEntry).describe('the newest 50 events, oldest first'),
	historia_total: z.int().describe('how many events there are'),
	acciones: z.array(z.enum(orderActions)).describe('what can be done with it now'),
	juntas: z
		.object({ red: orderGroup, hora: orderGroup })
		.describe('unpaid orders that came with it and can be cancelled at once; null: fewer than two'),
})
export type OrderDetail = z.infer<typeof orderDetail>

export const refundRequest = z.object({
	monto: wholeNumber,
	motivo: plainText(300).min(minReason),
	pago_id: z.string().max(100).optional(),
	gateway: z.enum(gatewayMethods).optional(),
})
export type RefundRequest = z.output<typeof refundRequest>
export const refundAnswer = orderDetail.extend(repeated)
export type RefundAnswer = z.infer<typeof refundAnswer>

export const handRefundRequest = z.object({
	monto: wholeNumber,
	medio: z.enum(handRefundWays),
	fecha: day.describe('the day in Santiago on which the customer got it'),
	referencia: plainText(maxReference).default(''),
})
export type HandRefundRequest = z.output<typeof handRefundRequest>

export const cancelRequest = z.object({
	motivo: plainText(300).default(''),
	devolver: z.object({ monto: wholeNumber }).optional(),
	devolver_a_mano: handRefundRequest.optional(),
})
export type CancelRequest = z.output<typeof cancelRequest>

export const listCasesAnswer = listOf(
	staffOrder.extend({
		devolver_hasta: z.string().nullable().describe('the last day for the money that is owed; null: none is'),
	}),
)
export type Case = z.infer<typeof listCasesAnswer>['results'][number]
