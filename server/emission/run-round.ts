import { setTimeout } from 'node:timers/promises'
import { asc, lte, sql } from 'drizzle-orm'
import { documentosTributarios } from '#server/db/tables/tax-documents.ts'
import { emitDocument } from '#server/emission/emit-document.ts'
import { followDocument } from '#server/emission/follow-document.ts'
import { watchFolios } from '#server/emission/warn-of-folios.ts'
import type { TaxContext } from '#server/tax-documents/tax-setup.ts'

/** As many documents as a round of one minute has calls for, one call being kept for the folios. */
const perRound = 90

/**
 * One round of the tax documents that are due: what waits is emitted first, the oldest before the others, then what was emitted
 * is asked about. Does nothing where documents are not made by the shop. One that fails keeps no other waiting.
 */
export async function runDocumentRound(deps: TaxContext): Promise<void> {
	const { tax } = deps
	if (!tax) return
	const { id, estado, intentar_at, created_at } = documentosTributarios
	const due = await deps.db
		.select({ id, estado })
		.from(documentosTributarios)
		.where(lte(intentar_at, deps.clock.now()))
		.orderBy(sql`${estado} <> 'por_emitir'`, asc(created_at))
		.limit(perRound)
	for (const document of due) {
		try {
			const work = document.estado === 'por_emitir' ? emitDocument : followDocument
			await work(deps, tax.provider, document.id)
		} catch (err) {
			deps.log.error({ err, documento_id: document.id }, 'a tax document could not be worked on')
		}
		await setTimeout(tax.pauseMs)
	}
	if (due.length > 0) await watchFolios(deps, tax.provider)
}

/** Emits one document as soon as it is written down; where that fails, the next round does it. */
export async function runEmission(deps: TaxContext, documentId: string): Promise<void> {
	if (!deps.tax) return
	await emitDocument(deps, deps.tax.provider, documentId)
	await setTimeout(deps.tax.pauseMs)
}
