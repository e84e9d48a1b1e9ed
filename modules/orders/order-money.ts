import { formatClp } from '#core/rules/money.ts'
import { isGatewayMethod, type MetodoPago } from '#core/rules/payment-methods.ts'
import type { Estado } from '#modules/orders/estado.ts'
import type { PaymentDestino } from '#modules/orders/payment-details.ts'

/** The state of an order's money, derived from its books by `moneyOf` and never stored. */
export const dineros = ['sin_pago', 'pagada', 'por_devolver', 'devuelta_en_parte', 'devuelta', 'en_disputa'] as const
export type Dinero = (typeof dineros)[number]

/**
 * CLP captured by gateways. `pedido`: refunds of the shop, requested or made; `devuelto`: those made; `retirado`: taken by
 * a dispute, which is no refund of the shop.
 */
export interface GatewayMoney {
	readonly monto: number
	readonly pedido: number
	readonly devuelto: number
	readonly retirado: number
}

/** All inputs of the state of an order's money. */
export interface OrderBooks {
	readonly estado: Estado
	readonly metodo_pago: MetodoPago
	readonly total: number
	readonly pagado_a_mano: number | null
	/** Its payment is confirmed (`pagada_at` is set), cash at the door included. */
	readonly esta_pagada: boolean
	/** The payment that pays it; null: none. */
	readonly aplicado: GatewayMoney | null
	/** Payments that need a decision of staff, such as one of another amount. */
	readonly casos: GatewayMoney
	readonly devuelto_a_mano: number
	/** A chargeback, claim or mediation is open. */
	readonly en_disputa: boolean
	/** A dispute or a fraud warning is not decided in favour of the shop. */
	readonly discutida: boolean
}

/**
 * CLP. `devuelto`: sent back by the shop; `devuelto_por_banco`: by a bank or gateway after a dispute, 0 while one is
 * open; `por_devolver`: owed to the customer and neither requested from a gateway nor recorded by hand.
 */
export interface OrderMoney {
	readonly dinero: Dinero
	readonly cobrado: number
	readonly devuelto: number
	readonly devuelto_por_banco: number
	readonly por_devolver: number
}

/** What a customer reads while a dispute is open: the shop refunds nothing meanwhile. */
export const inDisputeText = 'Tu banco está revisando este pago.'
export const deliveryWaitsText = 'Tu banco está revisando este pago; la entrega espera.'

/** What a customer reads of `pesos` that a lost dispute took from the shop. */
export const returnedByBankText = (pesos: number): string => `Tu banco te lo devolvió: ${formatClp(pesos)}.`

/** An order in one of these states is never delivered: the shop owes its payments. */
export const isCalledOff = (estado: Estado): boolean => estado === 'cancelado' || estado === 'fallida'

const nothing: GatewayMoney = { monto: 0, pedido: 0, devuelto: 0, retirado: 0 }

/**
 * The case payments that count in the order's current state: those accepted, or still captured after a cancellation.
 */
function countedCases({ casos, esta_pagada, estado, metodo_pago }: OrderBooks): GatewayMoney {
	if (isCalledOff(estado)) return casos
	return esta_pagada && isGatewayMethod(metodo_pago) ? casos : nothing
}

function handMoney(books: OrderBooks): GatewayMoney {
	const { aplicado, esta_pagada, devuelto_a_mano: devuelto } = books
	if (aplicado) return nothing
	const byCases = isGatewayMethod(books.metodo_pago) ? books.casos.monto : 0
	const paid = esta_pagada ? Math.max(0, paidByHand(books) - byCases) : 0
	return { monto: Math.max(paid, devuelto), pedido: devuelto, devuelto, retirado: 0 }
}

/** Derives the state of an order's money; every list, page and check uses this function. */
export function moneyOf(books: OrderBooks): OrderMoney {
	const parts = [books.aplicado ?? nothing, countedCases(books), handMoney(books)]
	const sum = (of: keyof GatewayMoney) => parts.reduce((total, part) => total + part[of], 0)
	const [cobrado, devuelto, retirado] = [sum('monto'), sum('devuelto'), sum('retirado')]
	const leaving = sum('pedido') + retirado
	const due = isCalledOff(books.estado) ? 0 : books.total
	const dinero = stateOf(books, { cobrado, leaving, gone: devuelto + retirado })
	const owed = Math.max(0, cobrado - leaving - due)
	// A bank may reverse disputed money by itself: a refund beside it would pay it twice.
	const por_devolver = dinero === 'en_disputa' || dinero === 'sin_pago' ? 0 : owed
	return { dinero, cobrado, devuelto, devuelto_por_banco: dinero === 'en_disputa' ? 0 : retirado, por_devolver }
}

/** CLP that the customer spent on an order. */
export const spentOn = ({ cobrado, devuelto, devuelto_por_banco }: OrderMoney): number =>
	cobrado - devuelto - devuelto_por_banco

function stateOf(
	books: OrderBooks,
	{ cobrado, leaving, gone }: { readonly cobrado: number; readonly leaving: number; readonly gone: number },
): Dinero {
	const { estado, esta_pagada } = books
	if (books.en_disputa) return 'en_disputa'
	const isWaiting = !esta_pagada && !isCalledOff(estado)
	if (cobrado === 0) return esta_pagada && !isCalledOff(estado) ? 'pagada' : 'sin_pago'
	// Staff set it back to waiting after its refund: it waits for a new payment.
	if (isWaiting && leaving >= cobrado) return 'sin_pago'
	if (gone >= cobrado) return 'devuelta'
	if (isCalledOff(estado) || leaving >= cobrado) return 'por_devolver'
	return gone > 0 ? 'devuelta_en_parte' : 'pagada'
}

/**
 * Whether the delivery of an order waits for staff: its money is refunded, about to be, or disputed. A cancelled order
 * is never delivered; a resumed one is judged by the remaining money.
 */
export function stopsDelivery(books: OrderBooks, { dinero }: Pick<OrderMoney, 'dinero'>): boolean {
	if (books.discutida || dinero === 'devuelta' || dinero === 'en_disputa') return true
	return dinero === 'por_devolver' && !isCalledOff(books.estado)
}

/** The difference between a total set by staff and its parts, in CLP; 0 for an unchanged total. */
export function adjustmentOf(order: { subtotal: number; despacho: number; descuento: number; total: number }): number {
	return order.total - (order.subtotal + order.despacho - order.descuento)
}

/** A gateway payment, in CLP: the parts that the shop refunded and a dispute took, and the part that can be refunded. */
export interface HeldPayment {
	readonly destino: PaymentDestino | null
	readonly devuelto: number
	readonly retirado: number
	readonly devolvible: number
}

/** An order's payment without a gateway. `devuelto_a_mano`: CLP that staff refunded already. */
interface HandPayment {
	readonly pagada_at: unknown
	readonly metodo_pago: MetodoPago
	readonly total: number
	readonly pagado_a_mano: number | null
	readonly devuelto_a_mano: number
}

/** CLP that left a payment, sent by the shop or taken by the bank. */
export const goneOf = ({ devuelto, retirado }: Pick<HeldPayment, 'devuelto' | 'retirado'>): number =>
	devuelto + retirado

/** CLP of these payments that can still be refunded. */
export function refundableOf(payments: readonly HeldPayment[]): number {
	return payments.reduce((sum, { devolvible }) => sum + devolvible, 0)
}

/**
 * CLP of an order paid without a gateway, which staff can refund by hand. Of one paid at a gateway, only the rest
 * beyond its accepted cases was paid by hand.
 */
export function heldByHand(order: HandPayment, payments: readonly HeldPayment[]): number {
	if (order.pagada_at === null || payments.some(({ destino }) => destino === 'aplicado')) return 0
	const cases = isGatewayMethod(order.metodo_pago) ? payments.filter(({ destino }) => destino === 'caso') : []
	const byCases = cases.reduce((sum, payment) => sum + payment.devolvible + goneOf(payment), 0)
	return Math.max(0, paidByHand(order) - byCases - order.devuelto_a_mano)
}

/** CLP captured for an order, by gateways and without, that a cancellation would have to refund. */
export function moneyHeld(order: HandPayment, payments: readonly HeldPayment[]): number {
	return refundableOf(payments) + heldByHand(order, payments)
}

/**
 * CLP paid for an order without a gateway. `pagado_a_mano`: its total before staff first changed it; null: unchanged.
 */
export function paidByHand(order: { readonly total: number; readonly pagado_a_mano: number | null }): number {
	return Math.max(order.total, order.pagado_a_mano ?? 0)
}

/** How staff refund money that no gateway captured. */
export const handRefundWays = ['transferencia', 'efectivo'] as const
export type HandRefundWay = (typeof handRefundWays)[number]

export const handRefundWayText: Readonly<Record<HandRefundWay, string>> = {
	transferencia: 'por transferencia',
	efectivo: 'en efectivo',
}

/** Why `monto` CLP cannot be given back of what is `left`; undefined: they can. */
export const aboveLeft = (monto: number, left: number): string | undefined =>
	monto > left ? `Se pueden devolver hasta ${formatClp(left)}.` : undefined

/** Why a refund by hand cannot be of this day; undefined: it can. Days are `AAAA-MM-DD`, `first` is that of the order. */
export const refundDayProblem = (fecha: string, first: string, today: string): string | undefined =>
	fecha < first || fecha > today ? 'La fecha tiene que estar entre el día de la orden y hoy.' : undefined

/** The longest reference of a refund by hand: a bank's number, or a short text. */
export const maxReference = 80

/**
 * The `pagado_a_mano` of an order that staff set to paid now. After a refund of all `devuelto` CLP it is a new payment;
 * otherwise the same one.
 */
export function paidAgain(
	order: { readonly total: number; readonly pagado_a_mano: number | null },
	devuelto: number,
): number | null {
	if (devuelto === 0) return null
	return devuelto >= paidByHand(order) ? devuelto + order.total : order.pagado_a_mano
}
