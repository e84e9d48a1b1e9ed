import { setTimeout } from 'node:timers/promises'
import { and, asc, eq, lte, ne, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#core/server/db/database.ts'
import { formatosDocumento } from '#modules/tax-documents/document-text.ts'
import { heldUntil, isUnknownForGood, nextStatusAt, retryAt } from '#modules/tax-documents/plan-documents.ts'
import { readDocumentFile } from '#modules/tax-documents/server/documents.ts'
import { emitDocument, handToStaff, watchFolios } from '#modules/tax-documents/server/emit-document.ts'
import type { TaxDocuments } from '#modules/tax-documents/server/tax-documents-port.ts'
import type { TaxContext } from '#modules/tax-documents/server/tax-setup.ts'
import { documentosTributarios, type TaxDocumentRow } from '#modules/tax-documents/tables.ts'

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

const { id, estado, intentar_at, tipo, secuencia, orden_id } = documentosTributarios
const isPending = (documentId: string) => and(eq(id, documentId), eq(estado, 'emitida'))

/**
 * Polls the tax authority's decision. Undecided after 24 hours, or rejected, the document needs a review; a waiting 61
 * is sent.
 */
async function followDocument(deps: TaxContext, provider: TaxDocuments, documentId: string): Promise<void> {
	const now = deps.clock.now()
	const [row] = await deps.db
		.update(documentosTributarios)
		.set({ intentar_at: heldUntil(now) })
		.where(and(isPending(documentId), lte(intentar_at, now)))
		.returning()
	if (!row || row.folio === null || row.token === null) return
	const answer = await provider.status({ tipo: row.tipo, folio: row.folio, token: row.token })
	if (answer.kind === 'known' && answer.estado === 'rechazado') {
		return await handToStaff(deps, row, answer.detail || 'El SII lo rechazó.', 'rechazada')
	}
	if (answer.kind === 'known' && answer.estado !== 'pendiente') {
		return await accept(deps, row, answer.estado === 'aceptado_con_reparos' ? answer.detail : '')
	}
	if (row.emitida_at && isUnknownForGood(row.emitida_at, now)) {
		return await handToStaff(deps, row, 'El SII no decidió sobre él durante 24 horas.')
	}
	const wait = answer.kind === 'rate_limited' ? answer.retryAfterSeconds : undefined
	const next = answer.kind === 'known' ? nextStatusAt(now) : retryAt(now, Math.random(), wait)
	await deps.db.update(documentosTributarios).set({ intentar_at: next }).where(isPending(documentId))
}

async function accept(deps: TaxContext, row: TaxDocumentRow, detail: string): Promise<void> {
	await deps.db.transaction(async (tx) => {
		await tx
			.update(documentosTributarios)
			.set({ estado: 'aceptada', motivo: detail === '' ? null : detail.slice(0, 1000), intentar_at: null })
			.where(isPending(row.id))
		if (row.tipo === 61) return
		const isItsNote = and(eq(orden_id, row.orden_id), eq(secuencia, row.secuencia), eq(tipo, 61))
		const notes = await tx
			.update(documentosTributarios)
			.set({ intentar_at: deps.clock.now() })
			.where(and(isItsNote, eq(estado, 'por_emitir')))
			.returning({ id })
		for (const note of notes) await deps.jobs.enqueue(tx, 'emitir_documento', { documento_id: note.id })
	})
	// Stores copies for the legal retention period; a failed one is fetched when it is opened.
	for (const format of formatosDocumento) await readDocumentFile(deps, { ...row, estado: 'aceptada' }, format)
}
