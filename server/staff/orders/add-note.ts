import { and, desc, eq, sql } from 'drizzle-orm'
import { writeAudit } from '#server/audit/write-audit.ts'
import { auditoria } from '#server/db/tables/records.ts'
import { actOnOrder } from '#server/staff/orders/act-on-order.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** Clicks this close together with the same words are one click. */
const sameClickSeconds = 60

/** Writes a note of staff into the order's story. The same words again within a minute are a repeated click. */
export async function addNote(deps: StaffDeps, by: number, orden_id: string, texto: string) {
	return await actOnOrder(deps, orden_id, async (tx, order) => {
		const [last] = await tx
			.select({
				despues: auditoria.despues,
				isRecent: sql<boolean>`${auditoria.created_at} > now() - make_interval(secs => ${sameClickSeconds})`,
			})
			.from(auditoria)
			.where(
				and(
					eq(auditoria.tipo, 'orden'),
					eq(auditoria.ref, order.id),
					eq(auditoria.accion, 'nota'),
					eq(auditoria.usuario_id, by),
				),
			)
			.orderBy(desc(auditoria.id))
			.limit(1)
		if (last?.isRecent && last.despues === texto) return undefined
		await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: by, accion: 'nota', despues: texto })
		return undefined
	})
}
