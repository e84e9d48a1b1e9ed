import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { CustomerNote } from '#modules/customers/shapes.ts'
import type { OrderRow } from '#modules/orders/tables.ts'

/** The rows of the audit log about the note of a customer; the newest one has the note. */
const aboutNote = (...accountIds: readonly number[]) =>
	and(eq(auditoria.tipo, 'usuario'), inArray(auditoria.ref, accountIds.map(String)), eq(auditoria.accion, 'nota'))

/** Reads the note on each customer; null without one. */
export async function readNotes(
	db: Queryable,
	accountIds: readonly number[],
): Promise<(accountId: number | null) => CustomerNote | null> {
	const { ref, despues: texto, created_at } = auditoria
	const rows = await db
		.selectDistinctOn([ref], { ref, texto, usuario: usuarios.email, created_at })
		.from(auditoria)
		.leftJoin(usuarios, eq(usuarios.id, auditoria.usuario_id))
		.where(aboutNote(...accountIds))
		.orderBy(ref, desc(auditoria.id))
	return (accountId) => {
		const row = rows.find((one) => one.ref === String(accountId))
		return row?.texto ? { texto: row.texto, usuario: row.usuario, created_at: row.created_at.toISOString() } : null
	}
}

/** The note on the customer of each order. */
export async function readOrderNotes(_deps: unknown, db: Queryable, orders: readonly OrderRow[]) {
	const noteOf = await readNotes(
		db,
		orders.flatMap(({ user }) => user ?? []),
	)
	return ({ user }: OrderRow) => noteOf(user)
}

/**
 * Replaces the note on a customer, or removes it with an empty text. The same text again changes nothing. Refuses with
 * `no_encontrado` for an unknown or deleted account.
 */
export async function writeNote(
	db: Database,
	actorId: number,
	accountId: number,
	texto: string,
): Promise<CustomerNote | null> {
	return await db.transaction(async (tx) => {
		const isThere = and(eq(usuarios.id, accountId), isNull(usuarios.deleted_at))
		// A deletion of the account waits, and erases the note.
		const [account] = await tx.select({ id: usuarios.id }).from(usuarios).where(isThere).for('update')
		if (!account) refuse('no_encontrado')
		const before = (await readNotes(tx, [accountId]))(accountId)?.texto ?? ''
		const entry = { tipo: 'usuario', ref: accountId, usuario_id: actorId, accion: 'nota' } as const
		if (texto !== before) await writeAudit(tx, { ...entry, antes: before, despues: texto })
		return (await readNotes(tx, [accountId]))(accountId)
	})
}

/** The texts that staff wrote about an account, for the copy of its owner's data. */
export async function exportNotes(db: Database, accountId: number) {
	const { despues: texto, created_at } = auditoria
	return await db.select({ texto, created_at }).from(auditoria).where(aboutNote(accountId)).orderBy(auditoria.id)
}

/** Erases the texts of the notes on a deleted account; who wrote and when stays. */
export async function forgetNotes(tx: Transaction, accountId: number): Promise<void> {
	await tx.update(auditoria).set({ antes: null, despues: null }).where(aboutNote(accountId))
}
