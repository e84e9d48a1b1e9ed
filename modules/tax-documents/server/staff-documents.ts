import { asc, eq } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { dayIn } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { breaksRule } from '#core/server/db/query-errors.ts'
import type { Files } from '#core/server/files/files.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { actOnOrder } from '#modules/orders/staff/server/act-on-order.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { documentTitle } from '#modules/tax-documents/document-text.ts'
import { isLost, isPdf, maxPdfBytes } from '#modules/tax-documents/hand-document.ts'
import { contentTypes, documentKey } from '#modules/tax-documents/server/documents.ts'
import { mailDocumentEmitted } from '#modules/tax-documents/server/tax-mails.ts'
import { wantedAmount, writeDocuments } from '#modules/tax-documents/server/write-documents.ts'
import type { HandDocumentRequest } from '#modules/tax-documents/shapes.ts'
import { documentosTributarios, folioIndex, type TaxDocumentRow } from '#modules/tax-documents/tables.ts'
import { canEmitAgain } from '#modules/tax-documents/tax-document.ts'

/**
 * Stores a tax document made outside the shop, with its PDF, and mails it: where the shop emits none, or instead of a
 * rejected or lost one. A document stored there before is replaced, to correct a folio or file: the new one has another
 * id, and the old link ends. Idempotent. Refuses with `accion_no_corresponde`, `valor_invalido`, and `documento_repetido`
 * when another document has that folio.
 */
export async function recordHandDocument(
	deps: StaffDeps & { readonly files: Files },
	actorId: number,
	orderId: string,
	{ pdf, ...document }: HandDocumentRequest,
): Promise<OrderDetail> {
	const bytes = Buffer.from(pdf, 'base64')
	let replaced: string | undefined
	const act = actOnOrder(deps, orderId, async (tx, order) => {
		if (!isPdf(bytes)) refuse('valor_invalido', { text: 'El archivo no es un PDF.', extra: { campo: 'pdf' } })
		if (bytes.length > maxPdfBytes)
			refuse('valor_invalido', { text: 'El PDF puede pesar hasta 2 MB.', extra: { campo: 'pdf' } })
		if (document.fecha > dayIn(deps.clock.now()) || document.fecha < dayIn(order.created_at)) {
			const text = 'La fecha tiene que estar entre el día de la orden y hoy.'
			refuse('valor_invalido', { text, extra: { campo: 'fecha' } })
		}
		const { secuencia, monto, earlier } = await findPlace(tx, order, document.tipo)
		if (earlier) {
			const { tipo, folio, fecha } = document
			const isEqual = earlier.tipo === tipo && earlier.folio === folio && earlier.fecha === fecha
			const stored = isEqual ? await deps.files.get(documentKey(earlier.id, 'pdf')) : undefined
			if (stored && bytes.equals(stored)) return
			await tx.delete(documentosTributarios).where(eq(documentosTributarios.id, earlier.id))
		}
		const id = deps.newId()
		const now = deps.clock.now()
		await tx.insert(documentosTributarios).values({
			...document,
			id,
			orden_id: order.id,
			secuencia,
			monto,
			estado: 'aceptada',
			emitida_at: now,
			created_at: earlier?.created_at ?? now,
		})
		await writeAudit(tx, {
			tipo: 'orden',
			ref: order.id,
			usuario_id: actorId,
			accion: 'documento_a_mano',
			antes: earlier ? documentTitle(earlier) : null,
			despues: documentTitle(document),
		})
		await mailDocumentEmitted(deps, tx, order, { ...document, id, monto })
		await deps.files.put(documentKey(id, 'pdf'), bytes, contentTypes.pdf)
		replaced = earlier?.id
	})
	const answer = await act.catch((error: unknown) => {
		// Also when two orders get one folio in parallel.
		if (!breaksRule(error, folioIndex)) throw error
		return refuse('documento_repetido', { text: `${documentTitle(document)} ya está anotada.` })
	})
	// The old file is unreferenced only now.
	if (replaced !== undefined) await deps.files.delete(documentKey(replaced, 'pdf'))
	return answer
}

/** The sequence of a document: a sale's follows the annulled one, or replaces the one that is not annulled. */
async function findPlace(tx: Transaction, order: OrderRow, tipo: HandDocumentRequest['tipo']) {
	const rows = await tx
		.select()
		.from(documentosTributarios)
		.where(eq(documentosTributarios.orden_id, order.id))
		.orderBy(asc(documentosTributarios.secuencia))
	if (order.boleta_modelo !== null) {
		const lost = rows.find((row) => row.tipo === tipo && isLost(row))
		if (lost) return { secuencia: lost.secuencia, monto: lost.monto, earlier: lost }
		const text = 'Los documentos de esta orden los hace la tienda.'
		return refuse('accion_no_corresponde', { text, extra: { estado: order.estado } })
	}
	const last = rows.findLast((row) => row.tipo !== 61)
	const note = rows.find((row) => row.tipo === 61 && row.secuencia === last?.secuencia)
	if (tipo === 61) {
		if (last) return { secuencia: last.secuencia, monto: last.monto, earlier: note }
		return refuse('accion_no_corresponde', { text: 'Anota primero el documento que anula la nota de crédito.' })
	}
	if (last && !note) return { secuencia: last.secuencia, monto: last.monto, earlier: last }
	const monto = await wantedAmount(tx, { ...order, boleta_modelo: 'siempre', boleta_momento: 'pago' })
	if (monto > 0) return { secuencia: (last?.secuencia ?? 0) + 1, monto, earlier: undefined }
	return refuse('accion_no_corresponde', { text: 'Esta orden no está pagada: todavía no lleva documento.' })
}

/**
 * Processes an order's tax documents now: waiting ones are sent, ones under review are sent or read again, rejected
 * ones are replaced. Refuses with `accion_no_corresponde` when no document needs it.
 */
export async function emitAgain(deps: StaffDeps, actorId: number, orderId: string) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const rows = await tx
			.select()
			.from(documentosTributarios)
			.where(eq(documentosTributarios.orden_id, order.id))
			.orderBy(documentosTributarios.secuencia, documentosTributarios.tipo)
			.for('update')
		const isReplaced = ({ estado, secuencia, tipo }: TaxDocumentRow) =>
			estado === 'rechazada' && tipo !== 61 && rows.some((row) => row.secuencia > secuencia)
		const open = rows.filter((row) => canEmitAgain[row.estado] && !isReplaced(row))
		if (open.length === 0) refuse('accion_no_corresponde', { text: 'Esta orden no tiene documentos por emitir.' })

		const unsent = { folio: null, token: null, fecha: null, incierta_desde: null, emitida_at: null } as const
		for (const { id, tipo, folio, estado } of open) {
			if (estado === 'rechazada' && tipo !== 61) continue
			const now = deps.clock.now()
			const isEmitted = folio !== null && estado !== 'rechazada'
			// A rejected 61 is emitted anew, which the provider does only under another key.
			const newId = estado === 'rechazada' ? deps.newId() : id
			await tx
				.update(documentosTributarios)
				.set({
					id: newId,
					estado: isEmitted ? 'emitida' : 'por_emitir',
					intentar_at: now,
					...(estado === 'por_revisar' && isEmitted && { emitida_at: now }),
					...(estado !== 'por_emitir' && !isEmitted && unsent),
				})
				.where(eq(documentosTributarios.id, id))
			if (!isEmitted) await deps.jobs.enqueue(tx, 'emitir_documento', { documento_id: newId })
		}
		if (open.some(({ estado, tipo }) => estado === 'rechazada' && tipo !== 61))
			await writeDocuments(deps, tx, order.id, { again: true })
		await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: actorId, accion: 'documento_emitido_de_nuevo' })
	})
}
