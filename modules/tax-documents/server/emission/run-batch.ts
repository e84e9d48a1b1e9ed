import { setTimeout } from 'node:timers/promises'
import { and, asc, eq, lte, ne, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#core/server/db/database.ts'
import { emitDocument } from '#modules/tax-documents/server/emission/emit-document.ts'
import { followDocument } from '#modules/tax-documents/server/emission/follow-document.ts'
import { watchFolios } from '#modules/tax-documents/server/emission/warn-of-folios.ts'
import type { TaxContext } from '#modules/tax-documents/server/tax-setup.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'

/** Documents within a minute's call budget, less one call for the folios. */
const batchSize = 90
/** The minimum of polled documents, however many wait to be emitted: those that fail must not block the others. */
const minPolled = 30

/** SQL condition: a 61 whose sale's document is not accepted yet; the acceptance sends it. */
function isHeldBack(db: Database) {
	const sale = alias(documentosTributarios, 'venta')
	const { orden_id, secuencia, tipo } = documentosTributarios
	const isItsSale = and(eq(sale.orden_id, orden_id), eq(sale.secuencia, secuencia), ne(sale.tipo, 61))
	const open = db
		.select({ id: sale.id })
		.from(sale)
		.where(and(isItsSale, ne(sale.estado, 'aceptada')))
	return sql`(${tipo} = 61 and exists ${open})`
}

/** The documents of a batch: waiting ones first, the oldest first, then emitted ones to poll. */
async function readDue(db: Database, now: Date) {
	const { id, estado, intentar_at, created_at } = documentosTributarios
	const read = (which: SQL | undefined) =>
		db
			.select({ id, estado })
			.from(documentosTributarios)
			.where(and(lte(intentar_at, now), which))
			.orderBy(asc(created_at))
			.limit(batchSize)
	const waiting = await read(and(eq(estado, 'por_emitir'), not(isHeldBack(db))))
	const emitted = await read(eq(estado, 'emitida'))
	const followed = emitted.slice(0, Math.max(minPolled, batchSize - waiting.length))
	return [...waiting.slice(0, batchSize - followed.length), ...followed]
}

/** Processes one batch of due tax documents; none when the shop emits none. A failing one delays no other. */
export async function runDocumentBatch(deps: TaxContext): Promise<void> {
	const { tax } = deps
	if (!tax) return
	const due = await readDue(deps.db, deps.clock.now())
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

/** Emits one document right after its insert; a failure is retried by the next batch. */
export async function runEmission(deps: TaxContext, documentId: string): Promise<void> {
	if (!deps.tax) return
	await emitDocument(deps, deps.tax.provider, documentId)
	await setTimeout(deps.tax.pauseMs)
}
