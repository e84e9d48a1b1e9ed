import { and, eq, sql } from 'drizzle-orm'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'
import type { TestShop } from '#tests/open-shop.ts'

/** Runs queued jobs and those delayed by the undo of staff changes, without moving the clock. */
export async function releaseHeld(shop: TestShop): Promise<void> {
	const { id, estado, intentos, intentar_at } = documentosTributarios
	await shop.database.db.transaction(async (tx) => {
		const held = await tx
			.update(documentosTributarios)
			.set({ intentar_at: sql`now()` })
			.where(and(eq(estado, 'por_emitir'), eq(intentos, 0), sql`${intentar_at} > now()`))
			.returning({ id })
		for (const document of held) {
			await shop.payments.jobs.enqueue(tx, 'emitir_documento', { documento_id: document.id })
		}
		await tx.execute(sql`update pgboss.job set start_after = now() where name = 'enviar_correo' and state = 'created'`)
	})
	await shop.drainJobs()
}
