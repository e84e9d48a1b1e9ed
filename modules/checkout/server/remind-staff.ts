import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import type { Context } from '#modules/context.ts'
import { cashReminderDays, reviewReminderDays } from '#modules/orders/hold-times.ts'
import { mailOrderEnding } from '#modules/orders/server/order-mails.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { ordenes } from '#modules/orders/tables.ts'

const batch = 200

/** Orders that only staff can settle, and the days before the expiry when staff are reminded. */
const reminders = [
	...reviewReminderDays.map((days) => ({ days, which: eq(ordenes.estado, 'en_revision') })),
	{ days: cashReminderDays, which: and(eq(ordenes.estado, 'pendiente'), eq(ordenes.metodo_pago, 'efectivo')) },
]

/** Reminds staff of unconfirmed proofs and of cash orders before they expire. Once per order and number of days. */
export async function remindStaff(deps: Context): Promise<void> {
	const now = deps.clock.now()
	for (const { days, which } of reminders) {
		const soon = new Date(now.getTime() + days * 86_400_000)
		const key = sql`'orden_por_vencer:' || ${ordenes.id} || ${`:${days}:`}`
		const isNotified = sql`exists (select 1 from correos c where c.orden_id = ${ordenes.id} and starts_with(c.clave, ${key}))`
		const due = await deps.db
			.select({ id: ordenes.id })
			.from(ordenes)
			.where(
				and(
					which,
					isNotNull(ordenes.expires_at),
					lte(ordenes.expires_at, soon),
					gt(ordenes.expires_at, now),
					sql`not ${isNotified}`,
				),
			)
			.orderBy(ordenes.expires_at)
			.limit(batch)
		for (const { id } of due) {
			await deps.db.transaction(async (tx) => {
				const order = await lockOrder(tx, id)
				if (order?.expires_at) await mailOrderEnding(deps, tx, order, days)
			})
		}
	}
}
