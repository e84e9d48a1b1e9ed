import { createHash } from 'node:crypto'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { StaffDeps } from '#modules/context.ts'
import { actOnOrder } from '#modules/staff-orders/server/act-on-order.ts'

/** Adds a note of staff to the order's history, once per key and text. */
export async function addNote(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ texto, key }: { readonly texto: string; readonly key: string | undefined },
) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const clave = key && createHash('sha256').update(`nota:${order.id}:${actorId}:${key}:${texto}`).digest('base64url')
		await writeAudit(tx, {
			tipo: 'orden',
			ref: order.id,
			usuario_id: actorId,
			accion: 'nota',
			despues: texto,
			...(clave && { clave }),
		})
		return undefined
	})
}
