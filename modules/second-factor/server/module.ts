import { fail } from '#core/contract/failure.ts'
import { createKnownDevices } from '#core/server/http/known-devices.ts'
import { defineModule } from '#core/server/module.ts'
import type { LoginContext } from '#modules/accounts/server/login-hooks.ts'
import { createSessionTools } from '#modules/accounts/server/sessions.ts'
import type { Context } from '#modules/context.ts'
import { openFactorTools } from '#modules/second-factor/server/check-factor.ts'
import { finishLoginRoutes } from '#modules/second-factor/server/finish-login-routes.ts'
import { createLoginChallenges } from '#modules/second-factor/server/login-challenges.ts'
import { secondFactorRoutes } from '#modules/second-factor/server/routes.ts'

interface Needs extends LoginContext, Pick<Context, 'db' | 'mail'> {
	readonly env: { readonly STAFF_SECOND_FACTOR: 'opcional' | 'obligatorio' }
}

export const secondFactor = defineModule<Needs>({
	name: 'second-factor',
	open(services) {
		const { env, keys, clock, publicUrl } = services
		const isRequired = env.STAFF_SECOND_FACTOR === 'obligatorio'
		const deps = {
			...services,
			...openFactorTools(services),
			isRequired,
			sessions: createSessionTools(services),
			challenges: createLoginChallenges(keys, clock),
			devices: createKnownDevices(keys, publicUrl.startsWith('https:')),
		}
		return {
			async routes(app) {
				await app.register(finishLoginRoutes(deps))
				await app.register(secondFactorRoutes(deps))
			},
			staffRule: ({ segundo_factor_at }) =>
				isRequired && !segundo_factor_at ? fail('segundo_factor_obligatorio') : undefined,
		}
	},
})
