import { sql } from 'drizzle-orm'
import type { Alarm } from '#modules/lists/context.ts'

/** Notifications with a wrong signature in a day that are no accident: a gateway repeats each some times. */
const mostInDay = 10

/** The notifications of a gateway are rejected: its secret is wrong here, or somebody forges them. */
export const signatureAlarm: Alarm = {
	clave: 'firmas',
	regla: { nombre: 'FirmasInvalidas' },
	async check({ db, clock }) {
		const { rows } = await db.execute<{ n: number }>(sql`
			select coalesce(sum(veces), 0)::int as n from eventos_seguridad where tipo = 'firma_invalida'
				and created_at > ${clock.now().toISOString()}::timestamptz - interval '1 day'`)
		const n = rows[0]?.n ?? 0
		if (n < mostInDay) return undefined
		return {
			texto: `La tienda rechazó ${n} avisos de pago en un día porque su firma no es válida`,
			queHacer:
				'Si usas Mercado Pago, copia de nuevo el secreto de sus Webhooks (MERCADOPAGO_WEBHOOK_SECRET) y reinicia la tienda: los pagos se confirman igual, pero tarde. Si está bien, alguien inventa avisos y la tienda los rechaza: no hay que hacer nada.',
			lugar: { seccion: 'seguridad' },
		}
	},
}
