import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { devoluciones, intentosPago, pagos } from '#modules/orders/payment-tables.ts'
import { reconcilePayments } from '#modules/payments/server/reconcile-payments.ts'
import { reconcileRefunds } from '#modules/payments/server/reconcile-refunds.ts'
import { staffLogin, type TestShop } from '#tests/open-shop.ts'
import { logIn, orderRow, type TestCustomer } from '#tests/shop-helpers.ts'

/** Helpers for tests of one gateway and its simulator. */
export function gatewayHelpers(shop: TestShop, gateway: GatewayMethod) {
	return {
		estadoOf: async (orden_id: string) => (await orderRow(shop, orden_id)).estado,
		attemptsOf: (orden_id: string) =>
			shop.database.db
				.select()
				.from(intentosPago)
				.where(eq(intentosPago.orden_id, orden_id))
				.orderBy(intentosPago.created_at),
		paymentsOf: (orden_id: string) => shop.database.db.select().from(pagos).where(eq(pagos.orden_id, orden_id)),
		refundsOf: (orden_id: string) =>
			shop.database.db
				.select()
				.from(devoluciones)
				.where(eq(devoluciones.orden_id, orden_id))
				.orderBy(devoluciones.created_at),

		/** Makes the provider's next calls fail; without a fault it works again. */
		async faults(fault?: { tipo: string; veces?: number; ruta?: string; demora_ms?: number }): Promise<void> {
			await fetch(`${shop.simulatorsUrl}/${gateway}/_faults`, {
				method: fault ? 'POST' : 'DELETE',
				...(fault && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) }),
			})
		},

		/** Number of pending injected faults. */
		async faultsLeft(): Promise<number> {
			const answer = await fetch(`${shop.simulatorsUrl}/${gateway}/_faults`)
			return ((await answer.json()) as { fallas: unknown[] }).fallas.length
		},

		/** Number of notifications answered by the shop, with any status. */
		async answeredNotifications(): Promise<number> {
			const { body } = await shop.app.inject({ url: '/metricas', remoteAddress: '127.0.0.1' })
			const counts = body.matchAll(/^tienda_http_segundos_count\{ruta="\/api\/webhooks\/[^}]*\} (\d+)$/gm)
			return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
		},

		/** Changes the provider's behaviour. */
		async adjust(ajustes: Record<string, unknown>): Promise<void> {
			const headers = { 'content-type': 'application/json' }
			const body = JSON.stringify({ ajustes })
			const answer = await fetch(`${shop.simulatorsUrl}/${gateway}/_faults`, { method: 'POST', headers, body })
			if (!answer.ok) throw new Error(`the provider's settings answered ${answer.status}`)
		},

		/** Runs the reconciler's next due round. */
		async runReconciler(): Promise<void> {
			shop.clock.advanceMinutes(2)
			await reconcilePayments(shop.payments)
			await reconcileRefunds(shop.payments)
			await shop.drainJobs()
		},

		async payAgain(customer: TestCustomer, orden_id: string, metodo_pago?: GatewayMethod) {
			const { access } = await logIn(shop, customer.email, customer.password)
			const url = `/api/ordenes/${orden_id}/pagar/`
			const headers = { authorization: `Bearer ${access}` }
			return await shop.app.inject({ method: 'POST', url, headers, ...(metodo_pago && { payload: { metodo_pago } }) })
		},

		/** Refunds `monto` CLP of an order as staff and runs the job. */
		async refund(orden_id: string, monto: number, key: string = randomUUID()) {
			const { access } = await logIn(shop, staffLogin.email, staffLogin.password)
			const answer = await shop.app.inject({
				method: 'POST',
				url: `/api/admin_ordenes/${orden_id}/devolver/`,
				headers: { authorization: `Bearer ${access}`, 'idempotency-key': key },
				payload: { monto, motivo: 'arrepentimiento' },
			})
			await shop.drainJobs()
			return answer
		},
	}
}
