import { type Failure, fail } from '#contract/failure.ts'
import type { AuditAction } from '#domain/staff/audit-actions.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderBefore, OrderRow } from '#server/db/tables/orders.ts'
import type { BeforeDelivery } from '#server/db/tables/rounds.ts'
import { transitionOrder } from '#server/orders/transition-order.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const moment = (text: string | null) => (text === null ? null : new Date(text))

/**
 * Sets a locked order back to what it was before something that can be undone, with its units and documents. Refuses with
 * `sin_stock` when units that it needs were sold meanwhile; nothing changed then.
 */
export async function restoreOrder(
	deps: Pick<StaffDeps, 'mail' | 'jobs'>,
	tx: Transaction,
	order: OrderRow,
	{ antes, actorId, why }: { antes: BeforeDelivery | OrderBefore; actorId: number; why: AuditAction },
): Promise<Failure | undefined> {
	const { estado, expires_at, pagada_at, avisada_at, ...others } = { avisada_at: undefined, ...antes }
	const set = {
		...others,
		expires_at: moment(expires_at),
		pagada_at: moment(pagada_at),
		...(avisada_at !== undefined && { avisada_at: moment(avisada_at) }),
	}
	const shortage = await transitionOrder(deps, tx, order, { estado, actorId, why, set })
	if (!shortage) return undefined
	return fail('sin_stock', {
		text: `No se puede deshacer: del color ${shortage.color} quedan ${shortage.disponible}. La orden sigue como está.`,
		extra: { ...shortage },
	})
}
