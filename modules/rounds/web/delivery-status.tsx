import { formatHour, formatMoment } from '#core/web/ui/format-date.ts'
import { Icon } from '#core/web/ui/parts.tsx'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { pickupPlace } from '#modules/delivery/delivery.ts'
import type { ProfileOrder } from '#modules/orders/shapes.ts'
import { missedText, nextStepText, pickupCodeText, wasNotVisited } from '#modules/rounds/customer-delivery.ts'
import type { EstadoEntrega } from '#modules/rounds/delivery-state.ts'
import type { OwnDelivery } from '#modules/rounds/order-shapes.ts'

const titles: Readonly<Record<EstadoEntrega, string>> = {
	por_preparar: 'Preparando tu pedido',
	en_ruta: 'En camino',
	entregada: 'Entregado',
	no_entregada: 'No te encontramos',
}

function detailOf({ estado, desde, hasta, hecha_at, motivo, sigue }: OwnDelivery): string {
	if (estado === 'en_ruta' && desde && hasta) return `Llega entre ${formatHour(desde)} y ${formatHour(hasta)}.`
	if (estado === 'entregada' && hecha_at) return `Lo entregamos el ${formatMoment(hecha_at)}.`
	if (estado === 'no_entregada' && motivo) return `${missedText[motivo]} ${nextStepText[sigue ?? 'otra_ronda']}`
	return 'Te avisamos por correo cuando salga, con la hora a la que llega.'
}

function pickupText(
	{ estado, hora_at, hecha_at }: OwnDelivery,
	place: string,
): readonly [title: string, detail: string] {
	if (estado === 'entregada') return ['Retirado', hecha_at ? `Lo retiraste el ${formatMoment(hecha_at)}.` : '']
	if (hora_at) return ['Listo para retirar', `Te esperamos el ${formatMoment(hora_at)} en ${place}.`]
	return ['Preparando tu pedido', 'Te escribiremos para acordar la hora del retiro.']
}

interface HandoverProps {
	readonly order: Pick<ProfileOrder, 'entrega' | 'tipo_entrega' | 'estacion_retiro'>
}

/** State of the order's delivery, announced when it changes, or of its pickup: hour, place and code. */
export function OwnHandover({ order: { entrega, tipo_entrega, estacion_retiro } }: HandoverProps) {
	const page = usePageData()
	if (!entrega) return null
	const isPickup = tipo_entrega === 'retiro'
	const deliveryTitle = wasNotVisited(entrega.motivo) ? 'Hoy no alcanzamos a llegar' : titles[entrega.estado]
	const [title, detail] = isPickup
		? pickupText(entrega, pickupPlace(estacion_retiro ?? page.estacion_retiro))
		: [deliveryTitle, detailOf(entrega)]
	return (
		<section className="delivery-status" role="status" aria-label={isPickup ? 'El retiro' : 'El despacho'}>
			<Icon name="truck" />
			<div>
				<p className="title-s">{title}</p>
				<p className="muted">{detail}</p>
				{isPickup && entrega.codigo && (
					<p className="above-xs">
						Muestra este código al retirar:{' '}
						<strong className="title-m digits pickup-code">{pickupCodeText(entrega.codigo)}</strong>
					</p>
				)}
			</div>
		</section>
	)
}

/** A courier on the way moves: the page reads the order again every minute. */
export const deliveryInterval = ({ entrega }: Pick<ProfileOrder, 'entrega'>): number | undefined =>
	entrega?.estado === 'en_ruta' ? 60_000 : undefined
