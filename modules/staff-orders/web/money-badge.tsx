import { formatClp } from '#core/rules/money.ts'
import { Badge } from '#core/web/ui/badge.tsx'
import { moneyBadge, type ShownMoney } from '#modules/staff-orders/web/money-text.ts'

/** What became of an order's money, where its state does not say it. */
export function MoneyBadge({ order }: { order: ShownMoney }) {
	const badge = moneyBadge(order)
	return badge ? <Badge tone={badge.tone}>{badge.text}</Badge> : null
}

/** What went back of an order's total, to stand beside or under it. */
export function GivenBack({ order, className = '' }: { order: ShownMoney; className?: string }) {
	if (!(order.devuelto > 0)) return null
	return <span className={`digits ${className}`}>{`devuelto ${formatClp(order.devuelto)}`}</span>
}
