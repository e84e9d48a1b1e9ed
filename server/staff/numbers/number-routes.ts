import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '#contract/staff/number-endpoints.ts'
import { handle } from '#server/http/handle.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { readDeliveryNumbers } from '#server/staff/numbers/read-delivery-numbers.ts'
import { readFunnel } from '#server/staff/numbers/read-funnel.ts'
import { readMoneyToCome } from '#server/staff/numbers/read-money-to-come.ts'
import { readSummary } from '#server/staff/numbers/read-summary.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

export function staffNumberRoutes(deps: StaffDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.readSummary, async ({ query }) => unwrap(await readSummary(deps, query)))
		handle(app, endpoints.readMoneyToCome, async () => await readMoneyToCome(deps))
		handle(app, endpoints.readFunnel, async ({ query }) => unwrap(await readFunnel(deps, query)))
		handle(app, endpoints.readDeliveryNumbers, async ({ query }) => unwrap(await readDeliveryNumbers(deps, query)))
	}
}
