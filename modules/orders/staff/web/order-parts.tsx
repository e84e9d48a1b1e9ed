import type { ReactNode } from 'react'
import { isGatewayMethod } from '#core/rules/payment-methods.ts'
import { PanelLink } from '#core/web/panel/panel-parts.tsx'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import { gatewayPages } from '#modules/checkout/web/gateway-pages.ts'
import { type Estado, estadoBadge, estadoText, isEstado } from '#modules/orders/estado.ts'
import { givenBackText, moneyBadge, type ShownMoney } from '#modules/orders/staff/web/money-text.ts'

/** A way to pay as staff read it, shorter than for customers; one that the shop does not know is shown as it is. */
export function metodoText(metodo: string): string {
	if (isGatewayMethod(metodo)) return gatewayPages[metodo].shortName
	if (metodo === 'transferencia') return 'Transferencia'
	return metodo === 'efectivo' ? 'Efectivo' : metodo
}

const tones: Readonly<Record<Estado, 'info' | 'ok' | 'warn' | 'danger'>> = {
	pendiente: 'info',
	en_revision: 'warn',
	pagada: 'ok',
	completado: 'ok',
	fallida: 'danger',
	cancelado: 'danger',
}

/** The colour that underlines a state's name; a state that the shop does not know has the plain one. */
export const estadoTone = (estado: string) => (isEstado(estado) ? tones[estado] : 'info')

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

/** The refunded amount of an order, and the amount lost in disputes; nothing without either. */
export function GivenBack({ order, className = '' }: { order: ShownMoney; className?: string }) {
	const text = givenBackText(order)
	return text ? <span className={`digits ${className}`}>{text}</span> : null
}

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
