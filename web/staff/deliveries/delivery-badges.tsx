import type { Delivery } from '#contract/staff/deliveries.ts'
import { type EstadoEntrega, estadoEntregaText } from '#domain/rounds/delivery-state.ts'
import {
	type DeliveryFacts,
	deliveryStateText,
	entregaTone,
	punctualityText,
} from '#web/staff/deliveries/delivery-text.ts'
import { Badge } from '#web/ui/badge.tsx'

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
