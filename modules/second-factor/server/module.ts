import type { FastifyInstance } from 'fastify'
import { fail } from '#core/contract/failure.ts'
import { createKnownDevices } from '#core/server/http/cookies.ts'
import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import type { LoginContext } from '#modules/accounts/server/guard.ts'
import { createSessionTools } from '#modules/accounts/server/sessions.ts'
import type { Context } from '#modules/lists/context.ts'
import * as endpoints from '#modules/second-factor/endpoints.ts'
import {
	addPasskey,
	confirmApp,
	type FactorDeps,
	giveNewCodes,
	readFactors,
	removeFactor,
	setUpApp,
} from '#modules/second-factor/server/change-factors.ts'
import { openFactorTools } from '#modules/second-factor/server/check-factor.ts'
import { assertionOptions, registrationOptions } from '#modules/second-factor/server/passkeys.ts'
import { createLoginChallenges, finishLoginRoutes } from '#modules/second-factor/server/second-step.ts'

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
				addFactorRoutes(app, deps)
			},
			staffRule: ({ segundo_factor_at }) =>
				isRequired && !segundo_factor_at ? fail('segundo_factor_obligatorio') : undefined,
		}
	},
})

function addFactorRoutes(app: FastifyInstance, deps: FactorDeps): void {
	const { db, passkeys } = deps
	handle(app, endpoints.readFactors, ({ usuario }) => readFactors(deps, usuario.id))
	handle(app, endpoints.setUpApp, ({ usuario }) => setUpApp(deps, usuario))
	handle(app, endpoints.confirmApp, (request) => confirmApp(deps, request))
	handle(app, endpoints.removeApp, (request) => removeFactor(deps, request, 'app'))
	handle(app, endpoints.createRecoveryCodes, async ({ usuario }) => ({ codigos: await giveNewCodes(deps, usuario) }))
	handle(app, endpoints.createPasskeyChallenge, ({ usuario }) => registrationOptions(db, passkeys, usuario))
	handle(app, endpoints.addPasskey, (request) => addPasskey(deps, request))
	handle(app, endpoints.removePasskey, (request) => removeFactor(deps, request, { passkeyId: request.params.id }))
	handle(app, endpoints.createIdentityChallenge, ({ usuario }) =>
		assertionOptions(db, passkeys, `llave-identidad:${usuario.sid}`, usuario.id),
	)
}
