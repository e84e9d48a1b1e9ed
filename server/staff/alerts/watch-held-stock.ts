import { eq, sql } from 'drizzle-orm'
import { type ColorHold, isHoldOver, type LargeHold, largeHold } from '#domain/orders/held-stock.ts'
import type { Context } from '#server/context/context.ts'
import type { Queryable } from '#server/db/database.ts'
import { ordenes, ordenLineas } from '#server/db/tables/orders.ts'
import { episodios } from '#server/db/tables/settings.ts'
import { notifyStaff } from '#server/mail/notify-staff.ts'
import { isUnpaidHold } from '#server/orders/order-hold.ts'
import { readSettings } from '#server/settings/read-settings.ts'

const episode = 'stock_reservado'

/** Mails staff when unpaid orders reserve much of the stock, or all of a colour: once per rise above the threshold. */
export async function watchHeldStock(deps: Context): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const { aviso_reserva } = await readSettings(tx)
		const colors = await readHolds(tx)
		const hold = largeHold(colors, aviso_reserva)
		if (!hold) {
			if (isHoldOver(colors, aviso_reserva)) await tx.delete(episodios).where(eq(episodios.clave, episode))
			return
		}
		const [begun] = await tx
			.insert(episodios)
			.values({ clave: episode, created_at: deps.clock.now() })
			.onConflictDoNothing()
			.returning({ created_at: episodios.created_at })
		if (!begun) return
		deps.log.warn({ porcentaje: hold.percent, unidades: hold.units }, 'a large part of the stock is held unpaid')
		const clave = `${episode}:${begun.created_at.toISOString()}`
		await notifyStaff(deps, tx, { clave, plantilla: 'stock_reservado', datos: mailData(hold, colors) })
	})
}

function mailData(hold: LargeHold, colors: readonly ColorHold[]) {
	const detalle = colors.map(({ color, stock, held }) => ({ color, stock, reservadas: held }))
	return { porcentaje: hold.percent, unidades: hold.units, colores: [...hold.colors], detalle }
}

/** Each product on sale with the units reserved by unpaid orders. */
async function readHolds(db: Queryable): Promise<ColorHold[]> {
	const { rows } = await db.execute<{ color: string; stock: number; held: number }>(sql`
		select coalesce(nullif(p.color, ''), p.nombre) as color, p.stock, coalesce(h.units, 0)::int as held from productos p
		left join (select ${ordenLineas.producto_id} as id, sum(${ordenLineas.cantidad}) as units from ${ordenLineas}
			join ${ordenes} on ${ordenes.id} = ${ordenLineas.orden_id} where ${isUnpaidHold} group by 1) h on h.id = p.id
		where p.deleted_at is null order by p.id`)
	return rows
}
