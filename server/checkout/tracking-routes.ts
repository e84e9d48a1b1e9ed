import { eq } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { fail } from '#contract/failure.ts'
import { payTrackedOrder, trackOrder } from '#contract/orders/endpoints.ts'
import { type PayAgainDeps, payAgain } from '#server/checkout/pay-again.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { handle } from '#server/http/handle.ts'
import { FailureAnswer, unwrap } from '#server/http/unwrap.ts'
import { noteMailRead } from '#server/mail/proved-address.ts'
import { readOrderLink } from '#server/orders/order-link.ts'
import { readOrders } from '#server/orders/read-orders.ts'
import type { Signer } from '#server/platform/signing.ts'

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
