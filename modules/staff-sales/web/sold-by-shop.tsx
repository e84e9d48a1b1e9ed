import { formatMoment } from '#core/web/ui/format-date.ts'
import { waitsForCustomer } from '#modules/orders/estado.ts'
import type { ShownOrder } from '#modules/orders/shapes.ts'

/** Tells the customer that the shop entered the order, until when it is reserved, and the terms that a payment accepts. */
export function SoldByShop({ order: { estado, vendida } }: { order: ShownOrder }) {
	if (!vendida || !waitsForCustomer(estado)) return null
	const reserved = vendida.reservada_hasta && ` Te lo reservamos hasta el ${formatMoment(vendida.reservada_hasta)}.`
	return (
		<p className="muted">
			<span>{`Preparamos este pedido contigo: revisa que esté como lo acordamos.${reserved ?? ''} Al pagarlo aceptas los `}</span>
			<a href="/politicas" target="_blank" rel="noreferrer" className="link">
				términos y políticas<span className="visually-hidden"> (se abre en otra pestaña)</span>
			</a>
			.
		</p>
	)
}
