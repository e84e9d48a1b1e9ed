import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { motivoNoEntregaText } from '#modules/rounds/delivery-state.ts'
import type { OrderNote } from '#modules/rounds/shapes/rounds.ts'
import { paradas } from '#modules/rounds/tables.ts'

/** Notes shown per order at a stop; the order's screen shows all. */
const mostNotes = 3

type Note = OrderNote & { readonly orden_id: string }

async function readStaffNotes(db: Queryable, ids: readonly string[]): Promise<Note[]> {
	const { ref, despues, created_at } = auditoria
	const rows = await db
		.select({ ref, despues, created_at })
		.from(auditoria)
		.where(and(eq(auditoria.tipo, 'orden'), inArray(ref, [...ids]), eq(auditoria.accion, 'nota')))
		.orderBy(desc(auditoria.id))
	return rows.map((row) => ({
		orden_id: row.ref,
		de: 'equipo',
		texto: row.despues ?? '',
		created_at: row.created_at.toISOString(),
	}))
}

/** The couriers' notes of failed attempts, such as a broken doorbell. */
async function readTries(db: Queryable, ids: readonly string[]): Promise<Note[]> {
	const { orden_id, motivo, nota, hecha_at } = paradas
	const rows = await db
		.select({ orden_id, motivo, nota, hecha_at })
		.from(paradas)
		.where(and(inArray(orden_id, [...ids]), eq(paradas.estado, 'no_entregada'), ne(nota, '')))
		.orderBy(desc(hecha_at))
	return rows.map((row) => ({
		orden_id: row.orden_id,
		de: 'intento',
		created_at: row.hecha_at?.toISOString() ?? '',
		texto: `${row.motivo ? `${motivoNoEntregaText[row.motivo]}: ` : ''}${row.nota}`,
	}))
}

/** Reads the latest notes of each order, the newest first: those of staff, and of couriers after failed attempts. */
export async function readNotes(db: Queryable, ids: readonly string[]): Promise<(id: string) => OrderNote[]> {
	if (ids.length === 0) return () => []
	const notes = [...(await readStaffNotes(db, ids)), ...(await readTries(db, ids))]
	const byOrder = Map.groupBy(notes, ({ orden_id }) => orden_id)
	return (id) =>
		(byOrder.get(id) ?? [])
			.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
			.slice(0, mostNotes)
			.map(({ de, texto, created_at }) => ({ de, texto, created_at }))
}
