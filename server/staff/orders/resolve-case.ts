import { eq, sql } from 'drizzle-orm'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Transaction } from '#server/db/database.ts'
import { type OrderRow, ordenes } from '#server/db/tables/orders.ts'
import { actOnOrder } from '#server/staff/orders/act-on-order.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** Somebody looked at the order: it needs nobody any more, and may be delivered if a dispute had stopped that. */
export async function resolveCase(deps: StaffDeps, actorId: number, orderId: string) {
	return await actOnOrder(deps, orderId, async (tx, order) =>
		order.atencion === null && !order.entrega_detenida
			? undefined
			: await clearCase(tx, order, actorId, { releases: true }),
	)
}

/** Takes the note that it needs a person off a locked order; `releases`: and lets it be delivered, as staff said. */
export async function clearCase(
	tx: Transaction,
	order: OrderRow,
	actorId: number,
	{ releases = false }: { releases?: boolean } = {},
): Promise<undefined> {
	await tx
		.update(ordenes)
		.set({
			atencion: null,
			...(releases && { entrega_detenida: false }),
			version: sql`${ordenes.version} + 1`,
		})
		.where(eq(ordenes.id, order.id))
	await writeAudit(tx, {
		tipo: 'orden',
		ref: order.id,
		usuario_id: actorId,
		accion: 'caso_resuelto',
		campo: 'atencion',
		antes: order.atencion,
	})
	if (releases && order.entrega_detenida) {
		await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: actorId, accion: 'entrega_liberada' })
	}
	return undefined
}
