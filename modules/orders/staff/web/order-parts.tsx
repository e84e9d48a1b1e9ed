import type { ReactNode } from 'react'
import { PanelLink } from '#core/web/panel/panel-parts.tsx'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import { estadoBadge, estadoText } from '#modules/orders/estado.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { givenBackText, moneyBadge, type ShownMoney } from '#modules/orders/staff/web/money-text.ts'
import { estadoTone, metodoText } from '#modules/orders/staff/web/order-fields.ts'
import { acceptanceOf } from '#modules/payments/refund-acceptance.ts'

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

/** What became of an order's money, where its state does not say it. */
export function MoneyBadge({ order }: { order: ShownMoney }) {
	const badge = moneyBadge(order)
	return badge ? <Badge tone={badge.tone}>{badge.text}</Badge> : null
}

/** What went back of an order's total, by the shop and by a lost dispute, to stand beside or under it. */
export function GivenBack({ order, className = '' }: { order: ShownMoney; className?: string }) {
	const text = givenBackText(order)
	return text ? <span className={`digits ${className}`}>{text}</span> : null
}

/** What the customer has to do where a gateway gives back only what is accepted. */
export function AcceptanceNote({ gateway }: Pick<OrderDetail['pagos'][number], 'gateway'>) {
	const acceptance = acceptanceOf(gateway)
	if (!acceptance) return null
	const name = metodoText(gateway)
	const time = `El cliente recibe un correo y tiene ${acceptance.days} días para aceptarla en ${name}; si no, vence.`
	return <p>{`${time} Cuesta ${acceptance.fee}, y la cuenta de ${name} tiene que tener fondos.`}</p>
}
