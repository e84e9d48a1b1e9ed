import { and, eq, notInArray } from 'drizzle-orm'
import { documentTitle } from '#domain/tax-documents/document-text.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { documentosTributarios, type TaxDocumentRow } from '#server/db/tables/tax-documents.ts'
import { mailStaffCase } from '#server/orders/order-mails.ts'
import { lockOrder } from '#server/orders/transition-order.ts'
import type { TaxContext } from '#server/tax-documents/tax-setup.ts'

const ends = { rechazada: 'documento_rechazado', por_revisar: 'documento_por_revisar' } as const

/**
 * Marks the tax document for manual review: nothing of it is sent automatically any more. Its waiting 61 is deleted, as
 * nothing is left to annul.
 */
export async function handToStaff(
	deps: TaxContext,
	row: TaxDocumentRow,
	motivo: string,
	estado: keyof typeof ends = 'por_revisar',
): Promise<void> {
	const { id, orden_id, tipo, secuencia, estado: state, intentos } = documentosTributarios
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, row.orden_id)
		const isOpen = and(eq(id, row.id), notInArray(state, ['aceptada', 'rechazada', 'por_revisar']))
		const written = await tx
			.update(documentosTributarios)
			.set({ estado, motivo: motivo.slice(0, 1000), intentar_at: null })
			.where(isOpen)
			.returning({ id })
		if (!order || written.length === 0) return
		if (estado === 'rechazada' && row.tipo !== 61) {
			const isOfRejected = and(eq(orden_id, row.orden_id), eq(secuencia, row.secuencia), eq(tipo, 61))
			await tx.delete(documentosTributarios).where(and(isOfRejected, eq(intentos, 0)))
		}
		const atencion = ends[estado]
		await tx.update(ordenes).set({ atencion }).where(eq(ordenes.id, order.id))
		await writeAudit(tx, {
			tipo: 'orden',
			ref: order.id,
			usuario_id: null,
			accion: atencion,
			detalle: documentTitle(row),
		})
		await mailStaffCase(deps, tx, order, { motivo: atencion, cual: `${row.id}:${row.intentos}` })
	})
}
