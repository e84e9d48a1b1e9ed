import { eq } from 'drizzle-orm'
import { fail } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { StaffDeps } from '#modules/context.ts'
import { actOnOrder } from '#modules/staff-orders/server/act-on-order.ts'
import { canEmitAgain } from '#modules/tax-documents/can-emit-again.ts'
import { writeDocuments } from '#modules/tax-documents/server/write-documents.ts'
import { documentosTributarios, type TaxDocumentRow } from '#modules/tax-documents/tables.ts'

/**
 * Processes an order's tax documents now: waiting ones are sent, ones under review are sent or read again, rejected
 * ones are replaced. Fails with `accion_no_corresponde` when no document needs it.
 */
export async function emitAgain(deps: StaffDeps, actorId: number, orderId: string) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const rows = await tx
			.select()
			.from(documentosTributarios)
			.where(eq(documentosTributarios.orden_id, order.id))
			.orderBy(documentosTributarios.secuencia, documentosTributarios.tipo)
			.for('update')
		const open = rows.filter((row) => canEmitAgain[row.estado] && !isReplaced(row, rows))
		if (open.length === 0) {
			return fail('accion_no_corresponde', { text: 'Esta orden no tiene documentos por emitir.' })
		}
		for (const row of open) await wake(deps, tx, row)
		if (open.some(({ estado, tipo }) => estado === 'rechazada' && tipo !== 61)) {
			await writeDocuments(deps, tx, order.id, { again: true })
		}
		await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: actorId, accion: 'documento_emitido_de_nuevo' })
		return undefined
	})
}

/** A rejected document with a replacement. */
function isReplaced({ estado, secuencia, tipo }: TaxDocumentRow, rows: readonly TaxDocumentRow[]): boolean {
	return estado === 'rechazada' && tipo !== 61 && rows.some((row) => row.secuencia > secuencia)
}

async function wake(deps: StaffDeps, tx: Transaction, row: TaxDocumentRow): Promise<void> {
	const { id, tipo, folio, estado } = row
	if (estado === 'rechazada' && tipo !== 61) return
	const now = deps.clock.now()
	const isEmitted = folio !== null && estado !== 'rechazada'
	const unsent = { folio: null, token: null, fecha: null, incierta_desde: null, emitida_at: null } as const
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
