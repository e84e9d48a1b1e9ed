import { and, eq, lte } from 'drizzle-orm'
import { formatosDocumento } from '#modules/tax-documents/document-file.ts'
import { heldUntil, isUnknownForGood, nextStatusAt, retryAt } from '#modules/tax-documents/emission-times.ts'
import { readDocumentFile } from '#modules/tax-documents/server/document-file.ts'
import { handToStaff } from '#modules/tax-documents/server/emission/document-case.ts'
import type { TaxDocuments } from '#modules/tax-documents/server/tax-documents-port.ts'
import type { TaxContext } from '#modules/tax-documents/server/tax-setup.ts'
import { documentosTributarios, type TaxDocumentRow } from '#modules/tax-documents/tables.ts'

const { id, estado, intentar_at, tipo, secuencia, orden_id } = documentosTributarios
const isPending = (documentId: string) => and(eq(id, documentId), eq(estado, 'emitida'))

/**
 * Polls the tax authority's decision. Undecided after 24 hours, or rejected, the document needs a review; a waiting 61
 * is sent.
 */
export async function followDocument(deps: TaxContext, provider: TaxDocuments, documentId: string): Promise<void> {
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
