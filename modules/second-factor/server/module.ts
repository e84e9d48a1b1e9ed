import type { FastifyPluginAsync } from 'fastify'
import { fail, orRefuse } from '#core/contract/failure.ts'
import { createKnownDevices } from '#core/server/http/cookies.ts'
import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import type { LoginContext } from '#modules/accounts/server/guard.ts'
import { deviceOf } from '#modules/accounts/server/log-in.ts'
import { createSessionTools } from '#modules/accounts/server/sessions.ts'
import type { Context } from '#modules/lists/context.ts'
import * as endpoints from '#modules/second-factor/endpoints.ts'
import {
	addPasskey,
	confirmApp,
	type FactorDeps,
	giveNewCodes,
	readFactors,
	removeApp,
	removePasskey,
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
				await app.register(secondFactorRoutes(deps))
			},
			staffRule: ({ segundo_factor_at }) =>
				isRequired && !segundo_factor_at ? fail('segundo_factor_obligatorio') : undefined,
		}
	},
})

function secondFactorRoutes(deps: FactorDeps): FastifyPluginAsync {
	const { db, passkeys } = deps
	return async (app) => {
		handle(app, endpoints.readFactors, async ({ usuario }) => await readFactors(deps, usuario.id))
		handle(app, endpoints.setUpApp, async ({ usuario }) => orRefuse(await setUpApp(deps, usuario)))
		handle(app, endpoints.confirmApp, async (request) => {
			const codigos = orRefuse(await confirmApp(deps, request.usuario, request.body.codigo))
			request.recordSecurity('segundo_factor_agregado', { detalle: 'app' })
			return { codigos }
		})
		handle(app, endpoints.removeApp, async (request) => {
			orRefuse(await removeApp(deps, request.usuario))
			request.recordSecurity('segundo_factor_quitado', { detalle: 'app' })
			return null
		})
		handle(app, endpoints.createRecoveryCodes, async ({ usuario }) => ({
			codigos: orRefuse(await giveNewCodes(deps, usuario)),
		}))
		handle(
			app,
			endpoints.createPasskeyChallenge,
			async ({ usuario }) => await registrationOptions(db, passkeys, usuario),
		)
		handle(app, endpoints.addPasskey, async (request) => {
			const codigos = orRefuse(await addPasskey(deps, request.usuario, request.body, deviceOf(request)))
			request.recordSecurity('segundo_factor_agregado', { detalle: 'llave' })
			return { codigos }
		})
		handle(app, endpoints.removePasskey, async (request) => {
			orRefuse(await removePasskey(deps, request.usuario, request.params.id))
			request.recordSecurity('segundo_factor_quitado', { detalle: 'llave' })
			return null
		})
		handle(app, endpoints.createIdentityChallenge, async ({ usuario }) =>
			orRefuse(await assertionOptions(db, passkeys, `llave-identidad:${usuario.sid}`, usuario.id)),
		)
	}
}
