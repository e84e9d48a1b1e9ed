import { eq } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { fail } from '#core/contract/failure.ts'
import { handle } from '#core/server/http/handle.ts'
import { FailureAnswer, unwrap } from '#core/server/http/unwrap.ts'
import type { Signer } from '#core/server/platform/signing.ts'
import { noteMailRead } from '#modules/accounts/server/proved-address.ts'
import { type PayAgainDeps, payAgain } from '#modules/checkout/server/pay-again.ts'
import { payTrackedOrder, trackOrder } from '#modules/orders/endpoints.ts'
import { readOrderLink } from '#modules/orders/server/order-link.ts'
import { readOrders } from '#modules/orders/server/read-orders.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** Routes of an order's own page for the holder of the mailed, signed link: state and payment. */
export function trackingRoutes(deps: PayAgainDeps & { signer: Signer }): FastifyPluginAsync {
	const idOf = (token: string) => {
		const orden_id = readOrderLink(deps, token)
		if (!orden_id) throw new FailureAnswer(fail('enlace_vencido'))
		return orden_id
	}

	return async (app) => {
		handle(app, trackOrder, async ({ params }) => {
			const orden_id = idOf(params.token)
			const [order] = await readOrders(deps, eq(ordenes.id, orden_id))
			if (!order) throw new FailureAnswer(fail('orden_desconocida'))
			await noteMailRead(deps.db, orden_id, deps.clock.now())
			return order
		})
		handle(app, payTrackedOrder, async ({ params }) => unwrap(await payAgain(deps, 'enlace', idOf(params.token))))
	}
}
