import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import type { Context } from '#modules/context.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** Orders listed in one summary; the others are counted. */
const mostListed = 100

/** As `isSale` of modules/orders/estado.ts. */
const isSaleRow = or(
	inArray(ordenes.estado, ['pagada', 'completado']),
	and(eq(ordenes.estado, 'pendiente'), eq(ordenes.metodo_pago, 'efectivo')),
)

/**
 * Mails staff one summary of new orders without a mail of their own; none without orders, or when the setting is off.
 */
export async function summarizeSales(deps: Pick<Context, 'db' | 'mail'>): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const { id, nro_orden, total, metodo_pago, tipo_entrega, estado } = ordenes
		const sales = await tx
			.select({ orden_id: id, nro_orden, total, metodo_pago, tipo_entrega, estado })
			.from(ordenes)
			.where(and(isNull(ordenes.avisada_at), isSaleRow))
			.orderBy(nro_orden)
			.for('update')
		const [first] = sales
		if (!first) return
		const ids = sales.map(({ orden_id }) => orden_id)
		await tx.update(ordenes).set({ avisada_at: sql`now()` }).where(inArray(id, ids))
		if ((await readSettings(tx)).aviso_pedidos === 'ninguno') return
		await notifyStaff(deps, tx, {
			// An order is in one summary, so its first order is the key.
			clave: `resumen_pedidos:${first.orden_id}`,
			plantilla: 'resumen_pedidos',
			datos: {
				cuantos: sales.length,
				total: sales.reduce((sum, sale) => sum + sale.total, 0),
				pedidos: sales.slice(0, mostListed),
			},
		})
	})
}
