import { isNull } from 'drizzle-orm'
import { alarmas } from '#modules/alarms/tables.ts'
import type { ReadWaiting } from '#modules/orders/server/waiting.ts'

/** The current alarms, a row each. */
export const alarmsWaiting: ReadWaiting = async (db) => {
	const rows = await db.select().from(alarmas).where(isNull(alarmas.terminada_at)).orderBy(alarmas.desde)
	return rows.map(({ clave, texto, que_hacer, lugar, desde }) => ({
		clave: `alarma_${clave}`,
		texto,
		detalle: que_hacer,
		accion: 'Ver',
		lugar,
		cantidad: 1,
		monto: null,
		desde: desde.toISOString(),
	}))
}
