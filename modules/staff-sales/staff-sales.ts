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

/** The message with which the link of an order is sent. */
export const linkMessage = ({ nombre, link, total }: { nombre: string; link: string; total: string }): string =>
	`Hola ${nombre.split(' ')[0]}, tu Premium Shaker está reservado. Revisa tu pedido y paga ${total} aquí: ${link}`
