import { and, eq, sql } from 'drizzle-orm'
import type { CaseReason } from '#core/rules/audit-actions.ts'
import type { MailTemplate } from '#core/rules/mails.ts'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { together } from '#core/server/db/together.ts'
import { type MailContext, notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import { type NotifyContext, runHooks } from '#modules/lists/context.ts'
import { arrivalDay } from '#modules/orders/arrival.ts'
import type { Estado } from '#modules/orders/estado.ts'
import type { OrderMoney } from '#modules/orders/order-money.ts'
import { readPaymentDetails } from '#modules/orders/server/read-order-money.ts'
import { correos, type OrderRow, ordenLineas } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import type { Settings } from '#modules/settings/settings.ts'

type MailedLine = Pick<typeof ordenLineas.$inferSelect, 'nombre' | 'color' | 'precio' | 'cantidad' | 'imagen'>

export type OrderMailData = ReturnType<typeof mailDataOf>

/** Reads the data of a mail about an order as it is now. */
export async function orderMailData(tx: Transaction, order: OrderRow): Promise<OrderMailData> {
	const { nombre, color, precio, cantidad, imagen } = ordenLineas
	const [carrito, { feriados }] = await together(
		() =>
			tx
				.select({ nombre, color, precio, cantidad, imagen })
				.from(ordenLineas)
				.where(eq(ordenLineas.orden_id, order.id))
				.orderBy(ordenLineas.posicion),
		() => readSettings(tx),
	)
	return mailDataOf(order, carrito, feriados)
}

/**
 * The data of a mail about an order; the sender adds the signed link to the order's page. Mails to an unproved address
 * show `direccion_mapa`, the address as the map names it, and not `direccion`.
 */
export function mailDataOf(order: OrderRow, lines: readonly MailedLine[], feriados: Settings['feriados']) {
	return {
		orden_id: order.id,
		nro_orden: order.nro_orden,
		created_at: order.created_at.toISOString(),
		expires_at: order.expires_at?.toISOString() ?? null,
		nombre: order.nombre,
		metodo_pago: order.metodo_pago,
		tipo_entrega: order.tipo_entrega,
		direccion: order.direccion,
		direccion_mapa: order.direccion_mapa,
		estacion_retiro: order.estacion_retiro,
		horario_retiro: order.horario_retiro,
		plazo_entrega: order.plazo_entrega,
		llega_hasta: arrivalDay(order, feriados),
		subtotal: order.subtotal,
		despacho: order.despacho,
		descuento: order.descuento,
		total: order.total,
		carrito: lines.map(({ nombre, color, precio, cantidad, imagen }) => ({ nombre, color, precio, cantidad, imagen })),
	}
}

/** A mail about an order. `cual`: the occasion, of which the template is mailed once; `about`: its data beside the order's. */
interface OrderMail {
	readonly plantilla: MailTemplate
	readonly cual: string
	readonly about?: object
	/** The order's data where the caller knows them; read otherwise. */
	readonly data?: OrderMailData | undefined
}

async function messageOf(tx: Transaction, order: OrderRow, { plantilla, cual, about, data }: OrderMail) {
	const datos = { ...(data ?? (await orderMailData(tx, order))), ...about }
	return { clave: `${plantilla}:${cual}`, plantilla, datos, orden_id: order.id }
}

async function mailCustomer(deps: MailContext, tx: Transaction, order: OrderRow, mail: OrderMail): Promise<void> {
	await deps.mail(tx, { ...(await messageOf(tx, order, mail)), destinatario: order.email })
}

/** Mails every active staff account about an order, once per template and occasion (`cual`). */
export async function mailStaff(deps: MailContext, tx: Transaction, order: OrderRow, mail: OrderMail): Promise<void> {
	await notifyStaff(deps, tx, await messageOf(tx, order, mail))
}

/** Mails the written confirmation of a new order that consumer law requires. Once per order. */
export const mailOrderReceived = (deps: MailContext, tx: Transaction, order: OrderRow, data?: OrderMailData) =>
	mailCustomer(deps, tx, order, { plantilla: 'orden_recibida', cual: order.id, data })

/**
 * Mails the customer a confirmed payment. Once per order, and once per later gateway payment (`pago_id`) that pays
 * it after a refund.
 */
export async function mailPaymentConfirmed(deps: MailContext, tx: Transaction, order: OrderRow, paymentId?: string) {
	const pago = await readPaymentDetails(tx, order.id)
	const plantilla = 'pago_confirmado'
	const isRepeated =
		paymentId !== undefined && (await tx.$count(correos, eq(correos.clave, `${plantilla}:${order.id}`))) > 0
	const cual = isRepeated ? `${order.id}:${paymentId}` : order.id
	const entregado = order.estado === 'completado' && { entregado: true }
	await mailCustomer(deps, tx, order, { plantilla, cual, about: { pago, ...entregado } })
}

/** Reminds of a transfer whose proof is missing. Once per order. */
export const mailTransferReminder = (deps: MailContext, tx: Transaction, order: OrderRow) =>
	mailCustomer(deps, tx, order, { plantilla: 'recordatorio_transferencia', cual: order.id })

/** Notifies the customer by mail, and staff by mail and push, of a proof. Once per proof. */
export async function mailProofReceived(deps: NotifyContext, tx: Transaction, order: OrderRow, proofId: string) {
	await mailCustomer(deps, tx, order, { plantilla: 'comprobante_recibido', cual: proofId })
	const alert = { clave: `comprobante:${proofId}`, tipo: 'comprobante', orden: order } as const
	await runHooks(deps.hooks.staffAlert, deps, tx, alert)
	await mailStaff(deps, tx, order, { plantilla: 'comprobante_staff', cual: proofId })
}

/**
 * Mails the customer why a proof was rejected and that another is needed. Once per rejection, keyed by the order's
 * previous version.
 */
export async function mailProofRefused(
	deps: MailContext,
	tx: Transaction,
	order: OrderRow,
	{ motivo, version }: { motivo: string; version: number },
) {
	const cual = `${order.id}:${version}`
	await mailCustomer(deps, tx, order, { plantilla: 'comprobante_rechazado', cual, about: { motivo } })
}

interface StaffCase {
	readonly motivo: CaseReason
	readonly cual?: string | undefined
	/** The order's data where the caller knows them. */
	readonly data?: OrderMailData
}

const caseOccasion = (orderId: string, { motivo, cual }: StaffCase) =>
	[orderId, motivo, ...(cual === undefined ? [] : [cual])].join(':')

/**
 * Notifies staff by mail and push of a case and its reason. Once per order and reason, and per payment, occasion or
 * refund (`cual`) behind it.
 */
export async function mailStaffCase(
	deps: NotifyContext,
	tx: Transaction,
	order: OrderRow,
	{ motivo, cual, data }: StaffCase,
): Promise<void> {
	const occasion = caseOccasion(order.id, { motivo, cual })
	const alert = { clave: `caso_staff:${occasion}`, tipo: 'caso', orden: order } as const
	await runHooks(deps.hooks.staffAlert, deps, tx, alert)
	await mailStaff(deps, tx, order, { plantilla: 'caso_staff', cual: occasion, about: { motivo }, data })
}

/** Whether staff were mailed of a case before; of any payment, occasion or refund without `cual`. */
export async function wasMailedCase(tx: Transaction, orderId: string, reason: StaffCase): Promise<boolean> {
	// A mail's key ends with the account of its recipient.
	const key = `caso_staff:${caseOccasion(orderId, reason)}:`
	const ofCase = and(eq(correos.orden_id, orderId), sql`starts_with(${correos.clave}, ${key})`)
	return (await tx.$count(correos, ofCase)) > 0
}

/**
 * Mails the customer that the order was cancelled, by staff or by the customer, with the reason (`motivo` may be empty)
 * and the state of the money. Once per cancellation, keyed by the order's version.
 */
export async function mailOrderCancelled(
	deps: MailContext,
	tx: Transaction,
	order: OrderRow,
	about: { motivo: string; por_cliente?: boolean; por_devolver: number } & Partial<OrderMoney>,
) {
	const cual = `${order.id}:${order.version}`
	await mailCustomer(deps, tx, order, { plantilla: 'orden_cancelada', cual, about })
}

/**
 * Mails the customer that a cancelled order was resumed, with its new `estado`. Once per time, keyed by the order's
 * previous version.
 */
export async function mailOrderResumed(deps: MailContext, tx: Transaction, order: OrderRow, estado: Estado) {
	const cual = `${order.id}:${order.version}`
	await mailCustomer(deps, tx, order, { plantilla: 'orden_sigue', cual, about: { estado } })
}

/** Mails the customer that an unpaid order expired, and what to do if it was paid. Once per expiry. */
export async function mailOrderEnded(
	deps: MailContext,
	tx: Transaction,
	order: OrderRow,
	causa: 'vencida' | 'revision_vencida',
) {
	const cual = `${order.id}:${order.version}`
	await mailCustomer(deps, tx, order, { plantilla: 'orden_vencida', cual, about: { causa } })
}

/** Mails the customer that a gateway order was not paid and can be paid until `until`. Once per order. */
export const mailUnfinished = (deps: MailContext, tx: Transaction, order: OrderRow, until: Date) =>
	mailCustomer(deps, tx, order, {
		plantilla: 'pago_sin_terminar',
		cual: order.id,
		about: { pagable_hasta: until.toISOString() },
	})

/** Reminds staff of an order that expires in `days` days or fewer. Once per order and number of days. */
export async function mailOrderEnding(deps: MailContext, tx: Transaction, order: OrderRow, days: number) {
	await mailStaff(deps, tx, order, { plantilla: 'orden_por_vencer', cual: `${order.id}:${days}:` })
}

/** Mails the customer that a refund was made. Once per refund. */
export async function mailRefundDone(
	deps: MailContext,
	tx: Transaction,
	order: OrderRow,
	refund: { id: string; monto: number; por_transferencia?: boolean; en_efectivo?: boolean },
) {
	const { id, monto, por_transferencia = false, en_efectivo = false } = refund
	const about = { monto, por_transferencia, en_efectivo }
	await mailCustomer(deps, tx, order, { plantilla: 'devolucion_hecha', cual: id, about })
}

/**
 * Mails the customer to accept a refund at its gateway, with the deadline. Once per refund, and once more as a
 * reminder. Sends nothing where no acceptance is needed or the customer is anonymized.
 */
export async function mailRefundToAccept(
	deps: MailContext,
	tx: Transaction,
	order: OrderRow,
	refund: {
		id: string
		monto: number
		gateway: GatewayMethod
		aceptar_hasta: Date | null
		isReminder: boolean
	},
) {
	if (!refund.aceptar_hasta || order.email === '') return
	const { id, monto, gateway, isReminder: recordatorio } = refund
	const about = { monto, gateway, aceptar_hasta: refund.aceptar_hasta.toISOString(), recordatorio }
	const cual = `${id}:${recordatorio ? 'recordatorio' : 'aviso'}`
	await mailCustomer(deps, tx, order, { plantilla: 'devolucion_por_aceptar', cual, about })
}
