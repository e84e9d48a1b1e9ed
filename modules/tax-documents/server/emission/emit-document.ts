import { and, eq, lte, ne } from 'drizzle-orm'
import { dayIn } from '#core/rules/calendar-days.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { heldUntil, isUnknownForGood, nextStatusAt, retryAt } from '#modules/tax-documents/emission-times.ts'
import { buildDocument, readAnnulled } from '#modules/tax-documents/server/emission/build-document.ts'
import { handToStaff } from '#modules/tax-documents/server/emission/document-case.ts'
import { warnOfFolios } from '#modules/tax-documents/server/emission/warn-of-folios.ts'
import type { EmitResult, TaxDocuments } from '#modules/tax-documents/server/tax-documents-port.ts'
import { mailDocumentEmitted } from '#modules/tax-documents/server/tax-mails.ts'
import type { TaxContext } from '#modules/tax-documents/server/tax-setup.ts'
import { documentosTributarios, type TaxDocumentRow } from '#modules/tax-documents/tables.ts'

const { id, estado, intentar_at } = documentosTributarios
const isWaiting = (row: Pick<TaxDocumentRow, 'id'>) => and(eq(id, row.id), eq(estado, 'por_emitir'))

/**
 * Emits a due document. Idempotent: its id is the provider's key, one process sends at a time, and an unknown result
 * needs a review. A 61 waits until the annulled document was accepted.
 */
export async function emitDocument(deps: TaxContext, provider: TaxDocuments, documentId: string): Promise<void> {
	const claimed = await claim(deps, documentId)
	if (!claimed) return
	if (claimed.isOver) {
		await handToStaff(deps, claimed.row, 'El proveedor no respondió durante 24 horas: puede haberlo emitido.')
		return
	}
	const { row, before } = claimed
	const document = await buildDocument(deps.db, row, row.fecha ?? dayIn(deps.clock.now()))
	if (!document) throw new Error(`document ${row.id} annuls nothing`)
	const result = await provider.emit(document)
	await writeResult(deps, row, before, result)
}

/** A claimed document, and since when it may have been made before. */
interface Claim {
	readonly row: TaxDocumentRow
	readonly before: Date | null
	/** Its result can no longer be determined. */
	readonly isOver: boolean
}

/** Claims a due document, and stores that it may be made from now on. */
async function claim(deps: TaxContext, documentId: string): Promise<Claim | undefined> {
	const now = deps.clock.now()
	return await deps.db.transaction(async (tx) => {
		const [row] = await tx
			.select()
			.from(documentosTributarios)
			.where(and(eq(id, documentId), eq(estado, 'por_emitir'), lte(intentar_at, now)))
			.for('update')
		if (!row) return undefined
		if (row.tipo === 61 && (await readAnnulled(tx, row))?.estado !== 'aceptada') {
			await tx
				.update(documentosTributarios)
				.set({ intentar_at: nextStatusAt(now) })
				.where(eq(id, row.id))
			return undefined
		}
		if (row.incierta_desde && isUnknownForGood(row.incierta_desde, now)) {
			return { row, before: row.incierta_desde, isOver: true }
		}
		const claimed = {
			// A document that was surely never made gets the current day.
			fecha: row.incierta_desde && row.fecha ? row.fecha : dayIn(now),
			incierta_desde: row.incierta_desde ?? now,
			intentos: row.intentos + 1,
			primer_intento_at: row.primer_intento_at ?? now,
			ultimo_intento_at: now,
			intentar_at: heldUntil(now),
		}
		await tx.update(documentosTributarios).set(claimed).where(eq(id, row.id))
		return { row: { ...row, ...claimed }, before: row.incierta_desde, isOver: false }
	})
}

/** Stores the provider's answer unless another process wrote meanwhile. */
async function writeResult(
	deps: TaxContext,
	row: TaxDocumentRow,
	before: Date | null,
	result: EmitResult,
): Promise<void> {
	const now = deps.clock.now()
	if (result.kind === 'emitted') return await writeEmitted(deps, row, result)
	deps.log.warn({ documento_id: row.id, respuesta: result }, 'a tax document was not emitted')
	if (result.kind === 'refused') {
		await handToStaff(deps, row, `${result.code}: ${result.reason}`)
		return
	}
	const wait = result.kind === 'rate_limited' ? result.retryAfterSeconds : undefined
	const isUnsure = result.kind === 'unknown' && !result.didNothing
	await deps.db
		.update(documentosTributarios)
		.set({ incierta_desde: isUnsure ? row.incierta_desde : before, intentar_at: retryAt(now, Math.random(), wait) })
		.where(isWaiting(row))
	if (result.kind === 'no_folios') await warnOfFolios(deps, row.tipo, 0)
}

async function writeEmitted(
	deps: TaxContext,
	row: TaxDocumentRow,
	{ folio, token, warnings }: Extract<EmitResult, { kind: 'emitted' }>,
): Promise<void> {
	const now = deps.clock.now()
	if (warnings.length > 0) deps.log.warn({ documento_id: row.id, folio, warnings }, 'a tax document has remarks')
	const isTaken = and(eq(documentosTributarios.tipo, row.tipo), eq(documentosTributarios.folio, folio), ne(id, row.id))
	const taken = await deps.db.select({ id }).from(documentosTributarios).where(isTaken).limit(1)
	if (taken.length > 0) {
		await handToStaff(deps, row, `El proveedor respondió el folio ${folio}, que es de otro documento.`)
		return
	}
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, row.orden_id)
		const emitted = { estado: 'emitida', folio, token, emitida_at: now, incierta_desde: null, motivo: null } as const
		const written = await tx
			.update(documentosTributarios)
			.set({ ...emitted, intentar_at: nextStatusAt(now) })
			.where(isWaiting(row))
			.returning({ id })
		if (written.length > 0 && order) await mailDocumentEmitted(deps, tx, order, { ...row, folio })
	})
}
