import { formatClp } from '#core/rules/money.ts'
import { isGatewayMethod, metodoPagoText } from '#core/rules/payment-methods.ts'
import { formatDay, formatMoment } from '#core/web/ui/format-date.ts'
import { type Cart, subtotalOf } from '#modules/cart/cart.ts'
import { type Estado, waitsForCustomer } from '#modules/orders/estado.ts'
import {
	adjustmentOf,
	deliveryWaitsText,
	handRefundWayText,
	inDisputeText,
	returnedByBankText,
} from '#modules/orders/order-money.ts'
import type { OrderEvent, OwnRefund, ProfileOrder } from '#modules/orders/shapes.ts'

/** Next action of a customer for an order. */
type OrderNext = 'pagar' | 'comprobante' | 'pedir_de_nuevo' | undefined

/**
 * A transfer needs a proof, also after its time limit: the money may have been sent. A pending gateway order can be paid, a
 * failed one for some days; later the same products can be ordered anew.
 */
export function orderNext(
	order: Pick<ProfileOrder, 'estado' | 'metodo_pago' | 'comprobantes' | 'comprobante_rechazado' | 'pagable_hasta'>,
): OrderNext {
	const { estado, metodo_pago, comprobantes, comprobante_rechazado } = order
	if (!waitsForCustomer(estado)) return undefined
	if (metodo_pago === 'transferencia') {
		return comprobantes.length === 0 || comprobante_rechazado ? 'comprobante' : undefined
	}
	if (!isGatewayMethod(metodo_pago)) return undefined
	return estado === 'fallida' && order.pagable_hasta === null ? 'pedir_de_nuevo' : 'pagar'
}

/** Whether the customer can cancel the order: it waits for its payment, nothing was paid, and it is not on its way. */
export function canCancel(order: {
	readonly estado: Estado
	readonly dinero: ProfileOrder['dinero']
	readonly entrega?: { readonly estado: string } | null
}): boolean {
	return order.estado === 'pendiente' && order.dinero === 'sin_pago' && order.entrega?.estado !== 'en_ruta'
}

const stateText: Readonly<Record<Estado, string>> = {
	pendiente: 'Esperamos el pago',
	en_revision: 'En Revisión',
	pagada: 'Pago confirmado',
	completado: 'Pedido completado',
	fallida: 'El pago no se completó',
	cancelado: 'Pedido cancelado',
}

/** One event of an order, worded for the customer. */
export function orderEventText(event: Pick<OrderEvent, 'tipo' | 'estado'>): string {
	if (event.tipo === 'creada') return 'Pedido recibido'
	if (event.tipo === 'comprobante') return 'Comprobante recibido'
	return event.estado === null ? 'Cambio de estado' : stateText[event.estado]
}

/**
 * Returns the timeline, oldest first: proofs, and the states on the way to the present one, each once and at its last
 * time. A new order's pending payment is not repeated.
 */
export function timelineOf<E extends Pick<OrderEvent, 'tipo' | 'estado'>>(historia: readonly E[]): readonly E[] {
	const made = historia.filter((event) => event.tipo === 'creada')
	const after = historia.filter((event) => event.tipo !== 'creada')
	const isFirstWait = after[0]?.tipo === 'estado' && after[0].estado === 'pendiente'
	const way: E[] = []
	for (const event of isFirstWait ? after.slice(1) : after) {
		const earlier = way.findIndex(({ tipo, estado }) => tipo === 'estado' && estado === event.estado)
		// A return to an earlier state undoes the states since.
		if (event.tipo === 'estado' && earlier >= 0) {
			const proofs = way.splice(earlier).filter(({ tipo }) => tipo === 'comprobante')
			way.push(...proofs)
		}
		way.push(event)
	}
	return [...made, ...way]
}

/** Navigation state of the transfer page. */
export interface TransferState {
	readonly orden_id: string
	readonly nro_orden: number | undefined
	readonly total: number
	readonly despacho: number
	readonly descuento: number
	readonly carrito: Cart
	/** The time limit has passed: the stock is released, and the customer must not transfer any more. */
	readonly isExpired: boolean
	/** Reason for a refused proof; null when none was refused. */
	readonly comprobante_rechazado: string | null
}

/** Defaults of the shop's own fields for an order with the specified fields only. */
const ownFields = {
	estado: 'pendiente',
	tipo_entrega: 'despacho',
	telefono: '',
	nombre: '',
	email: '',
	despacho: 0,
	descuento: 0,
	dinero: 'sin_pago',
	devuelto: 0,
	devuelto_por_banco: 0,
	por_devolver: 0,
	devoluciones: [],
	entrega: null,
	llega_hasta: null,
	atencion: null,
	comprobante_rechazado: null,
	comprobantes: [],
	comprobantes_descarga: [],
	documentos: [],
	vendida: null,
	historia: [],
	historia_total: 0,
} as const

/** Adds the fields beyond the specification: `estado` may be missing, and one `comprobante` replaces the list. */
export function wholeOrder<Order extends { readonly total: number }>(order: Order & { comprobante?: string }): Order {
	const proofs: { comprobantes?: string[] } = order.comprobante ? { comprobantes: [order.comprobante] } : {}
	return { ...ownFields, subtotal: order.total, ...proofs, ...order }
}

/** How a refund was made: `en efectivo`, `por Webpay Plus`. */
const refundWay = (via: OwnRefund['via']): string =>
	isGatewayMethod(via) ? `por ${metodoPagoText[via]}` : handRefundWayText[via]

function refundText({ monto, via, estado, fecha, aceptar_hasta }: OwnRefund): string {
	const on = fecha ? ` el ${formatDay(fecha)}` : ''
	if (estado === 'hecha') return `Devolvimos ${formatClp(monto)}${on} ${refundWay(via)}.`
	const requested = `Pedimos a ${metodoPagoText[via]}${on} que te devuelva ${formatClp(monto)}.`
	return aceptar_hasta
		? `${requested} Busca su correo y acepta la devolución antes del ${formatMoment(aceptar_hasta)}: si nadie la acepta, habrá que hacerla otra vez.`
		: `${requested} Te avisaremos por correo cuando esté hecha.`
}

type MoneyBack = Pick<
	ProfileOrder,
	'estado' | 'dinero' | 'devoluciones' | 'devuelto_por_banco' | 'por_devolver' | 'metodo_pago'
> & { readonly entrega?: object | null }

/**
 * Returns the refunds of an order, an open or lost dispute and what is still owed, one sentence each, for its customer;
 * empty without any.
 */
export function moneyBackTexts(order: MoneyBack): string[] {
	const { devoluciones, devuelto_por_banco, por_devolver, metodo_pago } = order
	// Without a delivery to show, a paid order's delivery is stopped.
	const waits = order.estado === 'pagada' && !order.entrega
	const isOnItsWay = devoluciones.some(({ estado, via }) => estado === 'hecha' && via !== 'efectivo')
	const owed = `Te debemos ${formatClp(por_devolver)}: te lo devolveremos por el mismo medio con que pagaste (${metodoPagoText[metodo_pago]}). Te avisaremos por correo cuando vaya en camino.`
	return [
		...devoluciones.map(refundText),
		...(isOnItsWay ? ['Según tu banco o tarjeta, puede tardar unos días en aparecer.'] : []),
		...(order.dinero === 'en_disputa' ? [waits ? deliveryWaitsText : inDisputeText] : []),
		...(devuelto_por_banco > 0 ? [returnedByBankText(devuelto_por_banco)] : []),
		...(por_devolver > 0 ? [owed] : []),
	]
}

/**
 * Returns what comes next for an order whose page shows neither an action of the customer nor a delivery; undefined
 * where another part of the page says it.
 */
export function waitingText(
	order: Pick<ProfileOrder, 'estado' | 'metodo_pago' | 'tipo_entrega' | 'dinero' | 'total'> & {
		readonly entrega?: object | null
	},
): string | undefined {
	const { estado, metodo_pago, dinero } = order
	if (estado === 'en_revision' && dinero === 'sin_pago')
		return 'Estamos revisando tu pago y te avisaremos por correo apenas esté confirmado.'
	if (estado === 'cancelado' && dinero === 'sin_pago') return 'Este pedido está cancelado y no tienes nada que pagar.'
	if (estado === 'pagada' && dinero === 'pagada' && !order.entrega)
		return 'Preparamos tu pedido y te avisaremos por correo.'
	if (metodo_pago !== 'efectivo') return undefined
	if (estado === 'fallida')
		return 'Pasó el plazo para entregarte este pedido y no te cobramos nada. Si todavía lo quieres, repítelo.'
	if (estado !== 'pendiente') return undefined
	return `Pagas ${formatClp(order.total)} en efectivo ${order.tipo_entrega === 'retiro' ? 'al retirarlo' : 'al recibirlo'}.`
}

/** Returns until when a failed order can be paid. */
export const payableText = (until: string): string =>
	`Puedes pagar esta orden, al mismo precio y si quedan unidades, hasta el ${formatMoment(until)}.`

/** Query key of an order by signed link; the link's token follows. */
export const trackingKey = ['seguimiento'] as const

/** Fields of an order that its total depends on. */
export interface ReadOrder {
	readonly carrito: readonly Pick<Cart[number], 'precio' | 'cantidad'>[]
	readonly despacho: number
	readonly descuento: number
	readonly total: number
}

/** Returns the rows between an order's lines and its total, which add up. */
export function totalParts({ carrito, despacho, descuento, total }: ReadOrder): readonly (readonly [string, string])[] {
	const adjustment = adjustmentOf({ subtotal: subtotalOf(carrito), despacho, descuento, total })
	const parts: readonly (readonly [string, number])[] = [
		['Despacho', despacho],
		['Descuento', -descuento],
		['Ajuste', adjustment],
	]
	return parts.filter(([, amount]) => amount !== 0).map(([label, amount]) => [label, formatClp(amount)])
}
