import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import * as endpoints from '#modules/first-day/endpoints.ts'
import { readFirstDay, tryStep } from '#modules/first-day/server/first-day.ts'
import { giveBackTrial, openTrial } from '#modules/first-day/server/trial-payment.ts'
import { ownFirstDaySteps } from '#modules/lists/first-day-steps.ts'
import type { ShopServices } from '#modules/lists/services.ts'

/** The list of what the shop needs before it runs unattended. */
export const firstDay = defineModule<ShopServices>({
	name: 'first-day',
	open(services) {
		const deps = {
			...services,
			backUp: ownFirstDaySteps.respaldo?.open(services),
			tryDocuments: ownFirstDaySteps.boleta?.open(services),
		}
		return {
			async routes(app) {
				handle(app, endpoints.readFirstDay, ({ usuario }) => readFirstDay(deps, { ...usuario, is_active: true }))
				handle(app, endpoints.tryStep, async (request, reply) => {
					const { usuario, params, log } = request
					// A backup is all data of the shop in one file.
					if (params.paso === 'respaldo') await app.access.guard.requireFreshIdentity(request, reply)
					return await tryStep({ ...deps, log }, usuario, params.paso)
				})
				handle(app, endpoints.openTrial, ({ usuario, params }) => openTrial(deps, usuario, params.metodo_pago))
				handle(app, endpoints.giveBackTrial, ({ usuario, params }) => giveBackTrial(deps, usuario, params.metodo_pago))
			},
		}
	},
})
