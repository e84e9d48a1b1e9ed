import { formatClp } from '#core/rules/money.ts'

/** An amount in CLP; a dash while unknown. */
export function Money({ amount, className = '' }: { amount: number | null | undefined; className?: string }) {
	return <span className={`digits ${className}`}>{amount == null ? '—' : formatClp(amount)}</span>
}
