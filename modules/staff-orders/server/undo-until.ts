import { undoSeconds } from '#core/rules/undo-times.ts'
import { isAnonymized } from '#modules/orders/is-anonymized.ts'
import type { OrderRow } from '#modules/orders/tables.ts'

/** Until when the last change by staff can be undone; null when it cannot. */
export function undoUntil({ deshacer, version, email }: OrderRow, now: Date): Date | null {
	if (!deshacer || deshacer.deshecha || deshacer.version !== version || isAnonymized({ email })) return null
	const until = new Date(Date.parse(deshacer.hecha_at) + undoSeconds * 1_000)
	return until > now ? until : null
}
