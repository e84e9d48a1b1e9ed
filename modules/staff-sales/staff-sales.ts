import { formatClp } from '#core/rules/money.ts'
import type { MetodoPago } from '#core/rules/payment-methods.ts'
import type { TipoEntrega } from '#modules/delivery/delivery.ts'

/**
 * How the customer of a sale by staff pays: from the order's own page at any offered gateway, by transfer, in cash at the
 * hand-over to come, or in cash now, with the bottle handed over.
 */
export const saleWays = ['enlace', 'transferencia', 'efectivo', 'entregada'] as const
export type SaleWay = (typeof saleWays)[number]

export const saleWayText: Readonly<Record<SaleWay, string>> = {
	enlace: 'Enlace de pago',
	transferencia: 'Transferencia',
	efectivo: 'Efectivo al recibir',
	entregada: 'Efectivo ahora, y se lo lleva',
}

/** How long a sale by staff reserves its units for a payment by link. */
export const linkHours = 48

/** The ways that a sale offers: what is handed over now is not delivered. */
export const waysFor = (
	tipoEntrega: TipoEntrega,
	offered: { readonly gateways: readonly MetodoPago[]; readonly efectivo: boolean },
): SaleWay[] =>
	saleWays.filter((way) => {
		if (way === 'enlace') return offered.gateways.length > 0
		if (way === 'efectivo') return offered.efectivo
		return way === 'transferencia' || tipoEntrega === 'retiro'
	})

/** An order whose page is sent to its customer. */
export interface SentOrder {
	readonly nombre: string
	readonly total: number
	readonly estado: string
	readonly metodo_pago: string
}

/** The message with which the page of an order is sent, by what its customer does there. */
export function linkMessage({ nombre, total, estado, metodo_pago }: SentOrder, link: string): string {
	const hello = `Hola ${nombre.split(' ')[0]},`
	const amount = formatClp(total)
	if (estado === 'fallida')
		return `${hello} tu pedido quedó sin pagar. Si todavía lo quieres, son ${amount} y se paga aquí: ${link}`
	if (metodo_pago === 'efectivo') return `${hello} tu Premium Shaker está reservado. Aquí está tu pedido: ${link}`
	if (metodo_pago === 'transferencia')
		return `${hello} tu Premium Shaker está reservado. Transfiere ${amount} y sube el comprobante aquí: ${link}`
	return `${hello} tu Premium Shaker está reservado. Revisa tu pedido y paga ${amount} aquí: ${link}`
}
