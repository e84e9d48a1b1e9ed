import type { ReactNode } from 'react'
import { PanelLink } from '#core/web/panel/panel-link.tsx'
import { Badge } from '#core/web/ui/badge.tsx'
import { estadoBadge, estadoText } from '#modules/orders/estado.ts'
import { estadoTone } from '#modules/staff-orders/web/order-fields.ts'

interface OrderHeadProps {
	readonly order: { readonly nro_orden: number; readonly nombre: string }
	readonly badge: ReactNode
	readonly note: string
	readonly side: ReactNode
}

/** The head of a card about an order: number and name, badge, small print, and what is beside it. */
export function OrderHead({ order, badge, note, side }: OrderHeadProps) {
	return (
		<>
			<span className="one-line can-shrink">
				<span className="strong digits">{`#${order.nro_orden}`}</span>
				<span>{` ${order.nombre}`}</span>
			</span>
			{badge}
			<span className="fold-sub one-line">{note}</span>
			{side}
		</>
	)
}

/** Opens an order from its card. */
export function ViewOrder({ id, nro_orden }: { id: string; nro_orden: number }) {
	return (
		<PanelLink to={{ orden: id }} className="button button-outline">
			Ver la orden<span className="visually-hidden">{` ${nro_orden}`}</span>
		</PanelLink>
	)
}

/** The state of an order. */
export function EstadoBadge({ estado }: { estado: string }) {
	return (
		<Badge tone={estadoTone(estado)} className={estadoBadge(estado)}>
			{estadoText(estado)}
		</Badge>
	)
}
