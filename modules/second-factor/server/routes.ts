import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import { deviceOf } from '#modules/accounts/server/login-routes.ts'
import * as endpoints from '#modules/second-factor/endpoints.ts'
import {
	confirmApp,
	type FactorDeps,
	giveNewCodes,
	readFactors,
	removeApp,
	setUpApp,
} from '#modules/second-factor/server/change-factors.ts'
import { addPasskey, removePasskey } from '#modules/second-factor/server/change-passkeys.ts'
import { assertionOptions, registrationOptions } from '#modules/second-factor/server/passkeys.ts'

export function secondFactorRoutes(deps: FactorDeps): FastifyPluginAsync {
	const { db, passkeys } = deps
	return async (app) => {
		handle(app, endpoints.readFactors, async ({ usuario }) => await readFactors(deps, usuario.id))
		handle(app, endpoints.setUpApp, async ({ usuario }) => unwrap(await setUpApp(deps, usuario)))
		handle(app, endpoints.confirmApp, async (request) => {
			const codigos = unwrap(await confirmApp(deps, request.usuario, request.body.codigo))
			request.recordSecurity('segundo_factor_agregado', { detalle: 'app' })
			return { codigos }
		})
		handle(app, endpoints.removeApp, async (request) => {
			unwrap(await removeApp(deps, request.usuario))
			request.recordSecurity('segundo_factor_quitado', { detalle: 'app' })
			return null
		})
		handle(app, endpoints.createRecoveryCodes, async ({ usuario }) => ({
			codigos: unwrap(await giveNewCodes(deps, usuario)),
		}))
		handle(
			app,
			endpoints.createPasskeyChallenge,
			async ({ usuario }) => await registrationOptions(db, passkeys, usuario),
		)
		handle(app, endpoints.addPasskey, async (request) => {
			const codigos = unwrap(await addPasskey(deps, request.usuario, request.body, deviceOf(request)))
			request.recordSecurity('segundo_factor_agregado', { detalle: 'llave' })
			return { codigos }
		})
		handle(app, endpoints.removePasskey, async (request) => {
			unwrap(await removePasskey(deps, request.usuario, request.params.id))
			request.recordSecurity('segundo_factor_quitado', { detalle: 'llave' })
			return null
		})
		handle(app, endpoints.createIdentityChallenge, async ({ usuario }) =>
			unwrap(await assertionOptions(db, passkeys, `llave-identidad:${usuario.sid}`, usuario.id)),
		)
	}
}
