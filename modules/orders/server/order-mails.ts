import { and, eq, sql } from 'drizzle-orm'
import type { CaseReason } from '#core/rules/audit-actions.ts'
import type { GatewayMethod, MetodoPago } from '#core/rules/payment-methods.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { type MailContext, notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import { type NotifyContext, runHooks } from '#modules/context.ts'
import type { TipoEntrega } from '#modules/delivery/delivery.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { readPaymentDetails } from '#modules/orders/server/read-order-money.ts'
import { correos, type OrderRow, ordenLineas } from '#modules/orders/tables.ts'

/** The data of mails about an order; the sender adds the signed link to the order's page. */
export interface OrderMailData extends Record<string, unknown> {
	readonly orden_id: string
	readonly nro_orden: number
	/** When it was placed, and when it expires (ISO 8601; null: no expiry). */
	readonly created_at: string
	readonly expires_at: string | null
	readonly nombre: string
	readonly metodo_pago: MetodoPago
	readonly tipo_entrega: TipoEntrega
	readonly direccion: string
	/** The address as the map names it: all that is mailed to an unproved address. */
	readonly direccion_mapa: string
	readonly estacion_retiro: string | null
	readonly horario_retiro: string | null
	readonly plazo_entrega: string | null
	readonly subtotal: number
	readonly despacho: number
	readonly descuento: number
	readonly total: number
	readonly carrito: readonly { nombre: string; color: string; precio: number; cantidad: number; imagen: string }[]
}

/** Reads the data of a mail about an order as it is now. */
export async function orderMailData(tx: Transaction, order: OrderRow): Promise<OrderMailData> {
	const carrito = await tx
		.select({
			nombre: ordenLineas.nombre,
			color: ordenLineas.color,
			precio: ordenLineas.precio,
			cantidad: ordenLineas.cantidad,
			imagen: ordenLineas.imagen,
		})
		.from(ordenLineas)
		.where(eq(ordenLineas.orden_id, order.id))
		.orderBy(ordenLineas.posicion)
	const { estacion_retiro, horario_retiro, plazo_entrega } = order
	const { nombre, metodo_pago, tipo_entrega, direccion, direccion_mapa, subtotal, despacho, descuento, total } = order
	return {
		orden_id: order.id,
		nro_orden: order.nro_orden,
		created_at: order.created_at.toISOString(),
		expires_at: order.expires_at?.toISOString() ?? null,
		nombre,
		metodo_pago,
		tipo_entrega,
		direccion,
		direccion_mapa,
		estacion_retiro,
		horario_retiro,
		plazo_entrega,
		subtotal,
		despacho,
		descuento,
		total,
		carrito,
	}
}

type CustomerTemplate = 'orden_recibida' | 'pago_confirmado' | 'recordatorio_transferencia'

const customerMail = (
	order: Pick<OrderRow, 'id' | 'email'>,
	plantilla: CustomerTemplate,
	datos: Record<string, unknown>,
) => ({
	clave: `${plantilla}:${order.id}`,
	plantilla,
	destinatario: order.email,
	datos,
	orden_id: order.id,
})

async function mailCustomer(deps: MailContext, tx: Transaction, order: OrderRow, plantilla: CustomerTemplate) {
	await deps.mail(tx, customerMail(order, plantilla, await orderMailData(tx, order)))
}

/** Mails the written confirmation of a new order that consumer law requires. Once per order. */
export const mailOrderReceived = (deps: MailContext, tx: Transaction, order: OrderRow) =>
	mailCustomer(deps, tx, order, 'orden_recibida')

/**
 * Mails the customer a confirmed payment. Once per order, and once per later gateway payment (`pago_id`) that pays
 * it after a refund.
 */
export async function mailPaymentConfirmed(deps: MailContext, tx: Transaction, order: OrderRow, paymentId?: string) {
	const pago = await readPaymentDetails(tx, order.id)
	const message = customerMail(order, 'pago_confirmado', { ...(await orderMailData(tx, order)), pago })
	const isOfOrder = eq(correos.clave, message.clave)
	const earlier = paymentId && (await tx.select({ id: correos.id }).from(correos).where(isOfOrder))
	await deps.mail(tx, earlier && earlier.length > 0 ? { ...message, clave: `${message.clave}:${paymentId}` } : message)
}

/** Reminds of a transfer whose proof is missing. Once per order. */
export const mailTransferReminder = (deps: MailContext, tx: Transaction, order: OrderRow) =>
	mailCustomer(deps, tx, order, 'recordatorio_transferencia')

/** Notifies the customer by mail, and staff by mail and push, of a proof. Once per proof. */
export async function mailProofReceived(deps: NotifyContext, tx: Transaction, order: OrderRow, proofId: string) {
	const datos = await orderMailData(tx, order)
	await deps.mail(tx, {
		clave: `comprobante_recibido:${proofId}`,
		plantilla: 'comprobante_recibido',
		destinatario: order.email,
		datos,
		orden_id: order.id,
	})
	await runHooks(deps.hooks.staffAlert, deps, tx, {
		clave: `comprobante:${proofId}`,
		tipo: 'comprobante',
		orden: order,
	})
	await notifyStaff(deps, tx, {
		clave: `comprobante_staff:${proofId}`,
		plantilla: 'comprobante_staff',
		datos,
		orden_id: order.id,
	})
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
	await deps.mail(tx, {
		clave: `comprobante_rechazado:${order.id}:${version}`,
		plantilla: 'comprobante_rechazado',
		destinatario: order.email,
		datos: { ...(await orderMailData(tx, order)), motivo },
		orden_id: order.id,
	})
}

/**
 * Notifies staff by mail and push of a case and its reason. Once per order and reason, and per payment, occasion or
 * refund (`cual`) behind it.
 */
export async function mailStaffCase(
	deps: NotifyContext,
	tx: Transaction,
	order: OrderRow,
	{ motivo, cual }: { readonly motivo: CaseReason; readonly cual?: string | undefined },
): Promise<void> {
	const clave = ['caso_staff', order.id, motivo, ...(cual === undefined ? [] : [cual])].join(':')
	await runHooks(deps.hooks.staffAlert, deps, tx, { clave, tipo: 'caso', orden: order })
	await notifyStaff(deps, tx, {
		clave,
		plantilla: 'caso_staff',
		datos: { ...(await orderMailData(tx, order)), motivo },
		orden_id: order.id,
	})
}

/** Whether staff were mailed of a case before; of any payment, occasion or refund without `cual`. */
export async function wasMailedCase(
	tx: Transaction,
	orderId: string,
	{ motivo, cual }: { readonly motivo: CaseReason; readonly cual?: string | undefined },
): Promise<boolean> {
	// A mail's key ends with the account of its recipient.
	const key = ['caso_staff', orderId, motivo, ...(cual === undefined ? [] : [cual]), ''].join(':')
	const ofCase = and(eq(correos.orden_id, orderId), sql`starts_with(${correos.clave}, ${key})`)
	return (await tx.$count(correos, ofCase)) > 0
}

/**
 * Mails the customer that the order was cancelled, by staff or by the customer, with the reason (`motivo` may be empty)
 * and the state of the money: `por_devolver` CLP are not refunded yet. Once per cancellation, keyed by the order's version.
 */
export async function mailOrderCancelled(
	deps: MailContext,
	tx: Transaction,
	order: OrderRow,
	about: { motivo: string; por_devolver: number; por_cliente?: boolean },
) {
	await deps.mail(tx, {
		clave: `orden_cancelada:${order.id}:${order.version}`,
		plantilla: 'orden_cancelada',
		destinatario: order.email,
		datos: { ...(await orderMailData(tx, order)), ...about },
		orden_id: order.id,
	})
}

/**
 * Mails the customer that a cancelled order was resumed, with its new `estado`. Once per time, keyed by the order's
 * previous version.
 */
export async function mailOrderResumed(deps: MailContext, tx: Transaction, order: OrderRow, estado: Estado) {
	await deps.mail(tx, {
		clave: `orden_sigue:${order.id}:${order.version}`,
		plantilla: 'orden_sigue',
		destinatario: order.email,
		datos: { ...(await orderMailData(tx, order)), estado },
		orden_id: order.id,
	})
}

/** Mails the customer that an unpaid order expired, and what to do if it was paid. Once per expiry. */
export async function mailOrderEnded(
	deps: MailContext,
	tx: Transaction,
	order: OrderRow,
	causa: 'vencida' | 'revision_vencida',
) {
	await deps.mail(tx, {
		clave: `orden_vencida:${order.id}:${order.version}`,
		plantilla: 'orden_vencida',
		destinatario: order.email,
		datos: { ...(await orderMailData(tx, order)), causa },
		orden_id: order.id,
	})
}

/** Reminds staff of an order that expires in `days` days or fewer. Once per order and number of days. */
export async function mailOrderEnding(deps: MailContext, tx: Transaction, order: OrderRow, days: number) {
	await notifyStaff(deps, tx, {
		clave: `orden_por_vencer:${order.id}:${days}:`,
		plantilla: 'orden_por_vencer',
		datos: await orderMailData(tx, order),
		orden_id: order.id,
	})
}

/** Mails the customer that a refund was made. Once per refund. */
export async function mailRefundDone(
	deps: MailContext,
	tx: Transaction,
	order: OrderRow,
	refund: { id: string; monto: number; por_transferencia?: boolean; en_efectivo?: boolean },
) {
	await deps.mail(tx, {
		clave: `devolucion_hecha:${refund.id}`,
		plantilla: 'devolucion_hecha',
		destinatario: order.email,
		datos: {
			...(await orderMailData(tx, order)),
			monto: refund.monto,
			por_transferencia: refund.por_transferencia === true,
			en_efectivo: refund.en_efectivo === true,
		},
		orden_id: order.id,
	})
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
	await deps.mail(tx, {
		clave: `devolucion_por_aceptar:${id}:${recordatorio ? 'recordatorio' : 'aviso'}`,
		plantilla: 'devolucion_por_aceptar',
		destinatario: order.email,
		datos: { ...(await orderMailData(tx, order)), ...about },
		orden_id: order.id,
	})
}
