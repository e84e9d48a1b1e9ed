import { requestTo } from '#core/web/session/api.ts'
import { Slot } from '#core/web/ui/slot.ts'
import { cancelNotes } from '#modules/slots/order-screen.ts'
import { releaseDelivery } from '#modules/staff-orders/endpoints.ts'
import type { OrderDetail } from '#modules/staff-orders/shapes.ts'

/** Whether the order awaits delivery; a full refund then needs a decision about the delivery. */
export const awaitsDelivery = ({ estado }: OrderDetail) => estado === 'pagada'

/** Delivers an order although all its money goes back, which stops it otherwise. */
export const deliverAnyway = (id: string) => ({
	request: requestTo(releaseDelivery, {
		params: { id },
		body: { motivo: 'Se devuelve el dinero y se entrega igual' },
	}),
	done: 'La orden se entrega igual',
	follows: true,
})

/** What becomes of an undelivered order whose whole money goes back. */
export function OrderFate({ detail }: { detail: OrderDetail }) {
	if (!awaitsDelivery(detail)) return null
	return (
		<fieldset className="order-fate">
			<legend>¿Y el pedido? (si devuelves todo)</legend>
			<label className="check-line choice-line">
				<input type="radio" name="pedido" value="cancelar" defaultChecked />
				Cancelarlo
			</label>
			<label className="check-line choice-line">
				<input type="radio" name="pedido" value="entregar" />
				Entregarlo igual
			</label>
			<Slot parts={cancelNotes} props={{ detail }} />
		</fieldset>
	)
}
