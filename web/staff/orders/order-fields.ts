import type { StaffOrder } from '#contract/staff/orders.ts'
import type { Estado } from '#domain/orders/estado.ts'
import { isMetodoPago, type MetodoPago } from '#domain/orders/metodo-pago.ts'
import { caseTextOf } from '#domain/staff/case-text.ts'

/** What staff choose a method from; an order paid with another one (Flow) shows that one too. */
export const metodoChoices = ['transferencia', 'mercadopago', 'webpay', 'efectivo'] as const

/** Shorter than what customers read: a table is narrow. */
const metodoNames: Readonly<Record<MetodoPago, string>> = {
	transferencia: 'Transferencia',
	mercadopago: 'Mercado Pago',
	webpay: 'Webpay',
	efectivo: 'Efectivo',
	flow: 'Flow',
}

/** A way to pay as staff read it; one that the shop does not know is shown as it is. */
export const metodoText = (metodo: string) => (isMetodoPago(metodo) ? metodoNames[metodo] : metodo)

const tones: Readonly<Record<Estado, 'info' | 'ok' | 'warn' | 'danger'>> = {
	pendiente: 'info',
	en_revision: 'warn',
	pagada: 'ok',
	completado: 'ok',
	fallida: 'danger',
	cancelado: 'danger',
}

/** The colour that underlines a state's name. */
export const estadoTone = (estado: Estado) => tones[estado]

/** The proofs of an order with their links: what has no link cannot be opened and is left out. */
export function proofsOf(order: Pick<StaffOrder, 'comprobantes' | 'comprobantes_descarga'>) {
	return order.comprobantes_descarga.map((link, at) => ({
		link,
		file: order.comprobantes[at] ?? `comprobante-${at + 1}`,
	}))
}

/** Why an order waits for a person, in a few words. */
export const attentionText = (reason: string) => caseTextOf(reason).title
