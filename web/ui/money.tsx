import { formatClp } from '#domain/money.ts'

/** An amount of pesos; a dash while it is unknown. */
export function Money({ amount, className = '' }: { amount: number | null | undefined; className?: string }) {
	return <span className={`digits ${className}`}>{amount == null ? '—' : formatClp(amount)}</span>
}
