import type { OwnDelivery } from '#contract/orders/own-order.ts'
import { missedText } from '#domain/rounds/customer-delivery.ts'
import type { EstadoEntrega } from '#domain/rounds/delivery-state.ts'
import { formatHour, formatMoment } from '#web/ui/format-date.ts'
import { Icon } from '#web/ui/icon.tsx'

const titles: Readonly<Record<EstadoEntrega, string>> = {
	por_preparar: 'Preparando tu pedido',
	en_ruta: 'En camino',
	entregada: 'Entregado',
	no_entregada: 'No te encontramos',
}

function detailOf({ estado, desde, hasta, hecha_at, motivo }: OwnDelivery): string {
	if (estado === 'en_ruta' && desde && hasta) return `Llega entre ${formatHour(desde)} y ${formatHour(hasta)}.`
	if (estado === 'entregada' && hecha_at) return `Lo entregamos el ${formatMoment(hecha_at)}.`
	if (estado === 'no_entregada' && motivo) return `${missedText[motivo]} Te llamaremos para acordar otra entrega.`
	return 'Te avisamos por correo cuando salga, con la hora a la que llega.'
}

/** How the delivery stands, read out when it changes while the page is open. */
export function DeliveryStatus({ entrega }: { entrega: OwnDelivery }) {
	const title = entrega.motivo === 'sin_visitar' ? 'Hoy no alcanzamos a llegar' : titles[entrega.estado]
	return (
		<section className="delivery-status" role="status" aria-label="La entrega">
			<Icon name="truck" />
			<div>
				<p className="title-s">{title}</p>
				<p className="text-muted">{detailOf(entrega)}</p>
			</div>
		</section>
	)
}
