import { sql } from 'drizzle-orm'
import { newestCopyOutside } from '#modules/backup/server/copy-outside.ts'
import type { Alarm } from '#modules/lists/context.ts'

const mostHours = 36

/** The newest complete copy outside this machine is old; a shop without any counts from its first account. */
export const backupAlarm: Alarm = {
	clave: 'respaldo',
	regla: { nombre: 'RespaldoViejo', limite: mostHours * 3600 },
	async check({ db, clock, env }) {
		if (env.isDemo) return undefined
		const copy = await newestCopyOutside(db)
		const { rows } = await db.execute<{ since: string | null }>(
			sql`select min(created_at)::text as since from usuarios`,
		)
		const since = copy?.hecha_at ?? new Date(rows[0]?.since ?? clock.now())
		const hours = Math.floor((clock.now().getTime() - since.getTime()) / 3_600_000)
		if (hours <= mostHours) return undefined
		return {
			texto: copy
				? `La última copia fuera del equipo de la tienda es de hace ${hours} horas`
				: 'No hay ningún respaldo fuera del equipo de la tienda',
			queHacer:
				'Debería haber uno cada noche: si ese equipo se pierde, se pierde la tienda. Mira en Trabajos por qué falla «Respaldar fuera de este equipo»; si no está, pide a quien instaló la tienda que configure BACKUP_TO.',
			lugar: { seccion: 'primer_dia' },
		}
	},
}
