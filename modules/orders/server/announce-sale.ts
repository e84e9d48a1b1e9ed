import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import { notifyStaff } from '#core/server/mail/notify-staff.ts'
import { type NotifyContext, runHooks } from '#modules/context.ts'
import { isSale } from '#modules/orders/new-orders.ts'
import { orderMailData } from '#modules/orders/server/order-mails.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** Whether new orders are listed in the daily summary, which then sets their `avisada_at`. */
export const waitsForSummary = ({ aviso_pedidos }: Settings): boolean => aviso_pedidos === 'resumen'

/** Notifies staff of a new order: by push, and by mail where the owner chose one per order. Once per order. */
export async function notifySale(
	deps: NotifyContext,
	tx: Transaction,
	order: OrderRow,
	{ aviso_pedidos }: Settings,
): Promise<void> {
	await runHooks(deps.hooks.staffAlert, deps, tx, {
		clave: `orden_pagada:${order.id}`,
		tipo: 'orden_pagada',
		orden: order,
	})
	if (aviso_pedidos !== 'uno') return
	const por_cobrar = order.estado === 'pendiente' ? order.total : 0
	await notifyStaff(deps, tx, {
		clave: `orden_nueva:${order.id}`,
		plantilla: 'orden_nueva',
		datos: { ...(await orderMailData(tx, order)), por_cobrar },
		orden_id: order.id,
	})
}

/** Notifies staff of a locked order when it is a sale of which they were not notified yet. */
export async function announceSale(deps: NotifyContext, tx: Transaction, order: OrderRow): Promise<void> {
	if (order.avisada_at !== null || !isSale(order)) return
	const settings = await readSettings(tx)
	if (!waitsForSummary(settings)) {
		await tx.update(ordenes).set({ avisada_at: sql`now()` }).where(eq(ordenes.id, order.id))
	}
	await notifySale(deps, tx, order, settings)
}
