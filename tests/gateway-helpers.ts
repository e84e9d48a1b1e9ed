import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { devoluciones, intentosPago, pagos } from '#server/db/tables/payments.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { reconcileRefunds } from '#server/payments/reconcile-refunds.ts'
import { staffLogin, type TestShop } from '#tests/open-shop.ts'
import { logIn, orderRow, type TestCustomer } from '#tests/shop-helpers.ts'

/** What tests about one gateway ask of a shop and of the gateway's simulator. */
export function gatewayHelpers(shop: TestShop, gateway: 'mercadopago' | 'flow' | 'webpay') {
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

		/** Makes the provider's next calls fail; without a fault it behaves again. */
		async faults(fault?: { tipo: string; veces?: number; ruta?: string; demora_ms?: number }): Promise<void> {
			await fetch(`${shop.simulatorsUrl}/${gateway}/_faults`, {
				method: fault ? 'POST' : 'DELETE',
				...(fault && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) }),
			})
		},

		/** How many of the faults that it was told to make it has not made yet. */
		async faultsLeft(): Promise<number> {
			const answer = await fetch(`${shop.simulatorsUrl}/${gateway}/_faults`)
			return ((await answer.json()) as { fallas: unknown[] }).fallas.length
		},

		/** How many notifications the shop has answered by now, whatever the answer. */
		async answeredNotifications(): Promise<number> {
			const { body } = await shop.app.inject({ url: '/metricas', remoteAddress: '127.0.0.1' })
			const counts = body.matchAll(/^tienda_http_segundos_count\{ruta="\/api\/webhooks\/[^}]*\} (\d+)$/gm)
			return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
		},

		/** Changes how the provider behaves. */
		async adjust(ajustes: Record<string, unknown>): Promise<void> {
			const headers = { 'content-type': 'application/json' }
			const body = JSON.stringify({ ajustes })
			const answer = await fetch(`${shop.simulatorsUrl}/${gateway}/_faults`, { method: 'POST', headers, body })
			if (!answer.ok) throw new Error(`the provider's settings answered ${answer.status}`)
		},

		/** The reconciler's next round, once its time has come. */
		async runReconciler(): Promise<void> {
			shop.clock.advanceMinutes(2)
			await reconcilePayments(shop.payments)
			await reconcileRefunds(shop.payments)
			await shop.drainJobs()
		},

		async payAgain(customer: TestCustomer, orden_id: string) {
			const { access } = await logIn(shop, customer.email, customer.password)
			const url = `/api/ordenes/${orden_id}/pagar/`
			return await shop.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${access}` } })
		},

		/** Staff give `monto` pesos of an order back, and the job does it. */
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
