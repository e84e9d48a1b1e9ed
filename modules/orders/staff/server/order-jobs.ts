import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import type { Context } from '#modules/lists/context.ts'
import { isReservationOver, largeReservation } from '#modules/orders/held-stock.ts'
import { isUnpaidReservation } from '#modules/orders/server/order-hold.ts'
import { ordenes, ordenLineas } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { episodios } from '#modules/settings/tables.ts'

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

const episode = 'stock_reservado'

/** Mails staff when unpaid orders reserve much of the stock, or all of a colour: once per rise above the threshold. */
export async function watchHeldStock(deps: Context): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const { aviso_reserva } = await readSettings(tx)
		// Each product on sale with the units reserved by unpaid orders.
		const { rows: colors } = await tx.execute<{ color: string; stock: number; held: number }>(sql`
			select coalesce(nullif(p.color, ''), p.nombre) as color, p.stock, coalesce(h.units, 0)::int as held from productos p
			left join (select ${ordenLineas.producto_id} as id, sum(${ordenLineas.cantidad}) as units from ${ordenLineas}
				join ${ordenes} on ${ordenes.id} = ${ordenLineas.orden_id} where ${isUnpaidReservation} group by 1) h on h.id = p.id
			where p.deleted_at is null order by p.id`)
		const reservation = largeReservation(colors, aviso_reserva)
		if (!reservation) {
			if (isReservationOver(colors, aviso_reserva)) await tx.delete(episodios).where(eq(episodios.clave, episode))
			return
		}
		const [episodeRow] = await tx
			.insert(episodios)
			.values({ clave: episode, created_at: deps.clock.now() })
			.onConflictDoNothing()
			.returning({ created_at: episodios.created_at })
		if (!episodeRow) return
		const held = { porcentaje: reservation.percent, unidades: reservation.units }
		deps.log.warn(held, 'a large part of the stock is held unpaid')
		await notifyStaff(deps, tx, {
			clave: `${episode}:${episodeRow.created_at.toISOString()}`,
			plantilla: 'stock_reservado',
			datos: {
				...held,
				colores: [...reservation.colors],
				detalle: colors.map(({ color, stock, held: reservadas }) => ({ color, stock, reservadas })),
			},
		})
	})
}
