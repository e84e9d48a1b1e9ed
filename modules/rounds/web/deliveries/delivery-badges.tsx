import { Badge } from '#core/web/ui/badge.tsx'
import { type EstadoEntrega, estadoEntregaText } from '#modules/rounds/delivery-state.ts'
import type { Delivery } from '#modules/rounds/shapes/deliveries.ts'
import {
	type DeliveryFacts,
	deliveryStateText,
	entregaTone,
	punctualityText,
} from '#modules/rounds/web/deliveries/delivery-text.ts'

export function DeliveryBadge({ estado }: { estado: EstadoEntrega }) {
	return <Badge tone={entregaTone(estado)}>{estadoEntregaText[estado]}</Badge>
}

/** State of one delivery attempt; `Cancelada` when the order was cancelled before the visit. */
export function DeliveryStateBadge({ delivery }: { delivery: DeliveryFacts }) {
	return <Badge tone={entregaTone(delivery.estado)}>{deliveryStateText(delivery)}</Badge>
}

export function Punctuality({ delivery }: { delivery: Pick<Delivery, 'estado' | 'atrasada' | 'adelantada'> }) {
	const text = punctualityText(delivery)
	const tone = delivery.atrasada ? 'danger' : delivery.adelantada ? 'warn' : 'ok'
	return text && <Badge tone={tone}>{text}</Badge>
}
