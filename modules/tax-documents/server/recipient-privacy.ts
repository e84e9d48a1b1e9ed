import { and, eq, inArray, isNotNull, lt, not, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { PurgeDeps } from '#modules/context.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { formatosDocumento } from '#modules/tax-documents/document-file.ts'
import { documentKey } from '#modules/tax-documents/server/document-file.ts'
import { documentosTributarios, receptores } from '#modules/tax-documents/tables.ts'

/** The legal retention of tax documents, in years. */
const documentYears = 6

/** SQL condition: the order has or will have a tax document that names its recipient. */
const isOfSale = sql`exists (select 1 from ${ordenes} where ${ordenes.id} = ${receptores.orden_id}
	and (${ordenes.pagada_at} is not null or ${ordenes.estado} = 'completado' or exists (
		select 1 from ${documentosTributarios} where ${documentosTributarios.orden_id} = ${ordenes.id})))`

/** Deletes the recipients of orders without a sale; those of a document stay for the tax authority's term. */
export async function forgetRecipients(_deps: PurgeDeps, tx: Transaction, orderIds: string[]): Promise<void> {
	await tx.delete(receptores).where(and(inArray(receptores.orden_id, orderIds), not(isOfSale)))
}

/**
 * Deletes recipients and copies of deleted accounts' documents after the legal retention. Files are deleted before the
 * commit: after a failure it is retried. A daily job.
 */
export async function purgeRecipients(deps: PurgeDeps & { readonly db: Database }): Promise<void> {
	const end = deps.clock.now()
	end.setUTCFullYear(end.getUTCFullYear() - documentYears)
	const { id, orden_id, emitida_at } = documentosTributarios
	const lastDay = sql`coalesce((select max(${emitida_at}) from ${documentosTributarios}
		where ${orden_id} = ${ordenes.id}), ${ordenes.created_at})`
	await deps.db.transaction(async (tx) => {
		const old = tx
			.select({ id: ordenes.id })
			.from(ordenes)
			.innerJoin(usuarios, eq(usuarios.id, ordenes.user))
			.where(and(isNotNull(usuarios.deleted_at), lt(lastDay, end)))
		const gone = await tx
			.delete(receptores)
			.where(inArray(receptores.orden_id, old))
			.returning({ orden_id: receptores.orden_id })
		if (gone.length === 0) return
		const orders = gone.map((receptor) => receptor.orden_id)
		const documents = await tx.select({ id }).from(documentosTributarios).where(inArray(orden_id, orders))
		for (const document of documents) {
			for (const formato of formatosDocumento) await deps.files.delete(documentKey(document.id, formato))
		}
	})
}
