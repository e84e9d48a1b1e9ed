import { Badge } from '#core/web/ui/screen-parts.tsx'
import { type EstadoEntrega, estadoEntregaText, estadosEntrega } from '#modules/rounds/delivery-state.ts'
import type { Delivery } from '#modules/rounds/order-shapes.ts'
import {
	type DeliveryFacts,
	deliveryStateText,
	entregaTone,
	punctualityText,
} from '#modules/rounds/web/deliveries/delivery-text.ts'

interface OrderWithDelivery {
	readonly entrega: EstadoEntrega | null
}

/** State of an order's delivery, if it has one. */
export function OrderDeliveryBadge({ order: { entrega } }: { order: OrderWithDelivery }) {
	return entrega && <Badge tone={entregaTone(entrega)}>{estadoEntregaText[entrega]}</Badge>
}

export const deliveryNote = ({ entrega }: OrderWithDelivery): string | undefined =>
	entrega ? estadoEntregaText[entrega] : undefined

/** Filters orders by the state of their delivery. */
export const deliveryChoice = {
	param: 'entrega',
	label: 'Entrega',
	options: [['', 'Todos'], ...estadosEntrega.map((estado) => [estado, estadoEntregaText[estado]] as const)],
} as const

/** State of one delivery attempt; `Cancelada` when the order was cancelled before the visit. */
export function DeliveryStateBadge({ delivery }: { delivery: DeliveryFacts }) {
	return <Badge tone={entregaTone(delivery.estado)}>{deliveryStateText(delivery)}</Badge>
}

export function Punctuality({ delivery }: { delivery: Pick<Delivery, 'estado' | 'atrasada' | 'adelantada'> }) {
	const text = punctualityText(delivery)
	const tone = delivery.atrasada ? 'danger' : delivery.adelantada ? 'warn' : 'ok'
	return text && <Badge tone={tone}>{text}</Badge>
}
