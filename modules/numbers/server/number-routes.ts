import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import * as endpoints from '#modules/numbers/endpoints.ts'
import type { NumberDeps } from '#modules/numbers/server/number-deps.ts'
import { readDeliveryNumbers } from '#modules/numbers/server/read-delivery-numbers.ts'
import { readFunnel } from '#modules/numbers/server/read-funnel.ts'
import { readMoneyToCome } from '#modules/numbers/server/read-money-to-come.ts'
import { readSummary } from '#modules/numbers/server/read-summary.ts'

export function staffNumberRoutes(deps: NumberDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.readSummary, async ({ query }) => unwrap(await readSummary(deps, query)))
		handle(app, endpoints.readMoneyToCome, async () => await readMoneyToCome(deps))
		handle(app, endpoints.readFunnel, async ({ query }) => unwrap(await readFunnel(deps, query)))
		handle(app, endpoints.readDeliveryNumbers, async ({ query }) => unwrap(await readDeliveryNumbers(deps, query)))
	}
}
