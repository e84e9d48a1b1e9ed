import type { Delivery } from '#contract/staff/deliveries.ts'
import { type EstadoEntrega, estadoEntregaText } from '#domain/rounds/delivery-state.ts'
import { entregaTone, punctualityText } from '#web/staff/deliveries/delivery-text.ts'
import { Badge } from '#web/ui/badge.tsx'

/** How the delivery of an order stands. */
export function DeliveryBadge({ estado }: { estado: EstadoEntrega }) {
	return <Badge tone={entregaTone(estado)}>{estadoEntregaText[estado]}</Badge>
}

/** Whether it was on time. */
export function Punctuality({ delivery }: { delivery: Pick<Delivery, 'estado' | 'atrasada'> }) {
	const text = punctualityText(delivery)
	return text && <Badge tone={delivery.atrasada ? 'danger' : 'ok'}>{text}</Badge>
}
