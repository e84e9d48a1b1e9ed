import { sql } from 'drizzle-orm'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { productos } from '#modules/catalog/tables.ts'
import { movimientosStock } from '#modules/orders/tables.ts'
import { type SettingKey, settingKeys, shownOn } from '#modules/settings/settings.ts'
import { ajustes } from '#modules/settings/tables.ts'

const isOnHome = (key: SettingKey) => {
	const shown = shownOn(key)
	return key === 'retiro_estacion' || (shown !== undefined && 'path' in shown && shown.path === '/')
}

/** The ledger is read so far back: an earlier turn counts no more, which dates the change too early, never too late. */
const newestMoves = 2000

/**
 * Returns when Home last changed: a product's price, name or photo, a setting that it shows, or a colour that sold out or
 * came back; undefined before the first change.
 */
export async function readLastChange(db: Queryable): Promise<Date | undefined> {
	const shown = sql.join(
		settingKeys.filter(isOnHome).map((key) => sql`${key}`),
		sql`, `,
	)
	const { rows } = await db.execute<{ at: Date | string | null }>(sql`
		with moves as (
			select m.created_at, m.cantidad, p.stock - coalesce(sum(m.cantidad) over (
				partition by m.producto_id order by m.id desc rows between unbounded preceding and 1 preceding), 0) as after
			from (select * from ${movimientosStock} order by id desc limit ${newestMoves}) m
			join ${productos} p on p.id = m.producto_id)
		select greatest(
			(select max(created_at) from ${auditoria}
				where tipo = 'producto' and coalesce(campo, '') not in ('stock', 'low_stock_threshold')),
			(select max(updated_at) from ${ajustes} where clave in (${shown})),
			(select max(created_at) from moves where after = 0 or after = cantidad)) as at`)
	const at = rows[0]?.at
	return at ? new Date(at) : undefined
}
