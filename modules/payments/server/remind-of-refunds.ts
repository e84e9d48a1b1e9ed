import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Context } from '#modules/context.ts'
import { devoluciones } from '#modules/orders/payment-tables.ts'
import { mailRefundToAccept } from '#modules/orders/server/order-mails.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { acceptanceReminderDays } from '#modules/payments/refund-acceptance.ts'

const batch = 200

/** Reminds customers of refunds that lapse within two days without acceptance, once each. */
export async function remindOfRefunds(deps: Pick<Context, 'db' | 'clock' | 'mail'>): Promise<void> {
	const now = deps.clock.now()
	const soon = new Date(now.getTime() + acceptanceReminderDays * 86_400_000)
	const { estado, recordada_at, aceptar_hasta } = devoluciones
	const isWaiting = and(eq(estado, 'en_curso'), isNull(recordada_at), gt(aceptar_hasta, now), lte(aceptar_hasta, soon))
	const due = await deps.db.select().from(devoluciones).where(isWaiting).limit(batch)
	for (const { id, orden_id } of due) {
		await deps.db.transaction(async (tx) => {
			const order = await lockOrder(tx, orden_id)
			const isIt = and(eq(devoluciones.id, id), isWaiting)
			const [refund] = await tx.update(devoluciones).set({ recordada_at: now }).where(isIt).returning()
			if (order && refund) await mailRefundToAccept(deps, tx, order, { ...refund, isReminder: true })
		})
	}
}
