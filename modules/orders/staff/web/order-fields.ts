import {
	type GatewayMethod,
	gatewayMethods,
	isGatewayMethod,
	isMetodoPago,
	type MetodoPago,
} from '#core/rules/payment-methods.ts'
import { gatewayPages } from '#modules/checkout/web/gateway-pages.ts'
import { type Estado, isEstado } from '#modules/orders/estado.ts'
import type { StaffOrder } from '#modules/orders/staff/shapes.ts'

/** What staff choose a method from; an order paid with another one shows that one too. */
export const metodoChoices: readonly MetodoPago[] = [
	'transferencia',
	...gatewayMethods.filter((gateway) => gatewayPages[gateway].canBeChosenByStaff),
	'efectivo',
]

/** Shorter than what customers read: a table is narrow. */
const handNames: Readonly<Record<Exclude<MetodoPago, GatewayMethod>, string>> = {
	transferencia: 'Transferencia',
	efectivo: 'Efectivo',
}

/** A way to pay as staff read it; one that the shop does not know is shown as it is. */
export function metodoText(metodo: string): string {
	if (!isMetodoPago(metodo)) return metodo
	return isGatewayMethod(metodo) ? gatewayPages[metodo].shortName : handNames[metodo]
}

const tones: Readonly<Record<Estado, 'info' | 'ok' | 'warn' | 'danger'>> = {
	pendiente: 'info',
	en_revision: 'warn',
	pagada: 'ok',
	completado: 'ok',
	fallida: 'danger',
	cancelado: 'danger',
}

/** The colour that underlines a state's name; a state that the shop does not know has the plain one. */
export const estadoTone = (estado: string) => (isEstado(estado) ? tones[estado] : 'info')

/** The proofs of an order with their links: what has no link cannot be opened and is left out. */
export function proofsOf(
	order: Pick<StaffOrder, 'comprobantes' | 'comprobantes_descarga' | 'comprobantes_rechazados'>,
) {
	return order.comprobantes_descarga.map((link, at) => ({
		link,
		file: order.comprobantes[at] ?? `comprobante-${at + 1}`,
		isRefused: order.comprobantes_rechazados[at] === true,
	}))
}
