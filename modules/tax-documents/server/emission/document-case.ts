import { and, eq, notInArray } from 'drizzle-orm'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import { mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { documentTitle } from '#modules/tax-documents/document-text.ts'
import type { TaxContext } from '#modules/tax-documents/server/tax-setup.ts'
import { documentosTributarios, type TaxDocumentRow } from '#modules/tax-documents/tables.ts'

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
