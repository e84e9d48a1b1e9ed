import { type Failure, fail } from '#core/contract/failure.ts'
import type { AuditAction } from '#core/rules/audit-actions.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { StaffDeps } from '#modules/context.ts'
import { transitionOrder } from '#modules/orders/server/transition-order.ts'
import type { OrderBefore, OrderRow } from '#modules/orders/tables.ts'

/** The fields of an order before a change; what is left out was not changed by it. */
type Before = Pick<OrderBefore, 'estado' | 'expires_at' | 'pagada_at' | 'pagado_a_mano'> & Partial<OrderBefore>

const moment = (text: string | null) => (text === null ? null : new Date(text))

/**
 * Restores a locked order to its state before an undoable change, with stock and documents. Fails with `sin_stock` and
 * changes nothing when its units were sold.
 */
export async function restoreOrder(
	deps: Pick<StaffDeps, 'mail' | 'jobs' | 'hooks'>,
	tx: Transaction,
	order: OrderRow,
	{ antes, actorId, why }: { antes: Before; actorId: number; why: AuditAction },
): Promise<Failure | undefined> {
	const { estado, expires_at, pagada_at, avisada_at, ...others } = antes
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
