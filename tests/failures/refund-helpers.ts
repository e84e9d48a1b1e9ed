import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { openPostgres } from '#core/server/db/database.ts'
import { builtInColors } from '#modules/catalog/colors.ts'
import { devoluciones } from '#modules/orders/payment-tables.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { requestRefund, sendRefund } from '#modules/payments/server/refunds.ts'
import { startPostgres } from '#tests/failures/postgres-server.ts'
import { readProvidersBooks } from '#tests/failures/providers-books.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { returnFromGateway } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, cartLine, orderRow, type TestCustomer } from '#tests/shop-helpers.ts'

export type Method = 'mercadopago' | 'flow' | 'webpay'

export interface RefundShop {
	readonly shop: TestShop
	/** One shop as two processes have it, each with its own database connection where the engine allows it. */
	readonly processes: readonly PaymentContext[]
	stop(): Promise<void>
}

async function onPglite(): Promise<RefundShop> {
	const shop = await openTestShop()
	return { shop, processes: [shop.payments, shop.payments], stop: () => shop.stop() }
}

async function onPostgres(): Promise<RefundShop> {
	const postgres = await startPostgres()
	const url = await postgres.createDatabase('devoluciones')
	const shop = await openTestShop({ database: await openPostgres(url, () => {}) })
	const other = await openPostgres(url, () => {})
	return {
		shop,
		processes: [shop.payments, { ...shop.payments, db: other.db }],
		async stop() {
			await other.close()
			await shop.stop()
			await postgres.stop()
		},
	}
}

export const refundEngines = [
	['PGlite', onPglite],
	['PostgreSQL', onPostgres],
] as const satisfies readonly (readonly [string, () => Promise<RefundShop>])[]

export async function allBehave(shop: TestShop): Promise<void> {
	for (const name of gatewayMethods) await gatewayHelpers(shop, name).faults()
}

/** Helpers for refund tests, on a shop opened later. */
export function refundHelpers(theShop: () => TestShop) {
	let ana: TestCustomer | undefined
	let sold = 0

	async function aPaidOrder(metodo_pago: Method) {
		const shop = theShop()
		ana ??= await aCustomer(shop, 'Ana')
		const carrito = [cartLine(builtInColors[sold++ % builtInColors.length])]
		const order = await aPlacedOrder(shop, ana, { metodo_pago, carrito })
		const back = await pay(order.init_point ?? order.payment_url, 'Aprobar pago', { aviso: 'nunca' })
		if (metodo_pago === 'mercadopago')
			await shop.app.inject({ url: `/api/pago_exitoso/${new URL(back?.url ?? '').search}` })
		else await returnFromGateway(shop, back)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada' })
		return order
	}

	return {
		aPaidOrder,

		/** Inserts a refund without a job. */
		async aRefund(metodo_pago: Method, monto = 7000) {
			const { orden_id } = await aPaidOrder(metodo_pago)
			const shop = theShop()
			const [pago] = await gatewayHelpers(shop, metodo_pago).paymentsOf(orden_id)
			if (!pago) throw new Error('not paid')
			const jobs = { enqueue: async () => {} }
			const asked = await shop.database.db.transaction((tx) =>
				requestRefund({ ...shop.payments, jobs }, tx, pago, { monto, motivo: 'arrepentimiento', usuario_id: null }),
			)
			if ('failure' in asked) throw new Error(asked.failure)
			return { orden_id, id: asked.devolucion_id, pago_id: pago.pago_id, provider: gatewayHelpers(shop, metodo_pago) }
		},

		async rowOf(id: string) {
			const [row] = await theShop().database.db.select().from(devoluciones).where(eq(devoluciones.id, id))
			if (!row) throw new Error(`no refund ${id}`)
			return row
		},

		async goneBack(pago_id: string) {
			return (await readProvidersBooks(theShop().simulatorsUrl)).find((one) => one.pago_id === pago_id)?.devuelto
		},

		/** Runs the refund job; returns 'ran' or the reason of its retry. */
		async run(id: string, deps: PaymentContext = theShop().payments) {
			return await sendRefund(deps, id).then(
				() => 'ran',
				(error: Error) => error.message,
			)
		},
	}
}
