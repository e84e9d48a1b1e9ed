import type { FastifyPluginAsync } from 'fastify'
import type { HostCookie } from '#core/server/http/cookies.ts'
import { handle } from '#core/server/http/handle.ts'
import type { KnownDevices } from '#core/server/http/known-devices.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import * as endpoints from '#modules/accounts/profile-endpoints.ts'
import { changePassword } from '#modules/accounts/server/change-password.ts'
import { editProfile } from '#modules/accounts/server/edit-profile.ts'
import { endSession } from '#modules/accounts/server/end-session.ts'
import { readProofWith } from '#modules/accounts/server/google-routes.ts'
import { listSessions } from '#modules/accounts/server/list-sessions.ts'
import { factorAlone, type ProofDeps } from '#modules/accounts/server/prove-identity.ts'
import { type ReadProfileDeps, readProfile } from '#modules/accounts/server/read-profile.ts'
import { renewIdentity } from '#modules/accounts/server/renew-identity.ts'
import { saveCart } from '#modules/accounts/server/save-cart.ts'
import * as cartEndpoints from '#modules/cart/endpoints.ts'
import type { Hooks } from '#modules/context.ts'
import { listOwnOrders } from '#modules/orders/endpoints.ts'
import { readOwnOrders } from '#modules/orders/server/read-orders.ts'

interface ProfileRoutesDeps extends ReadProfileDeps, ProofDeps {
	readonly clock: Clock
	readonly hooks: Hooks
	readonly devices: KnownDevices
	readonly mail: EnqueueMail
	readonly browserCookie: HostCookie
}

export function profileRoutes(deps: ProfileRoutesDeps): FastifyPluginAsync {
	const proofIn = readProofWith(deps.browserCookie)
	return async (app) => {
		handle(app, endpoints.readProfile, async ({ usuario }) => unwrap(await readProfile(deps, usuario.id)))
		handle(app, endpoints.editProfile, async ({ usuario, body }) => unwrap(await editProfile(deps, usuario.id, body)))
		handle(app, listOwnOrders, async ({ usuario, query }) => await readOwnOrders(deps, usuario.id, query.page))
		handle(app, cartEndpoints.saveCart, async ({ usuario, body }) => ({
			carrito: [...(await saveCart(deps, usuario.id, body.carrito))],
		}))
		handle(app, endpoints.listSessions, async ({ usuario }) => await listSessions(deps, usuario))
		handle(app, endpoints.endSession, async ({ usuario, params }) => {
			unwrap(await endSession(deps, usuario.id, params.id))
			return null
		})
		handle(app, endpoints.changePassword, async (request, reply) => {
			const tokens = unwrap(await changePassword(deps, request.usuario, proofIn(request, reply)))
			request.recordSecurity('clave_cambiada')
			deps.devices.remember(request, reply, request.usuario.email)
			return tokens
		})
		handle(app, endpoints.proveIdentity, async (request, reply) => {
			const renewed = unwrap(await renewIdentity(deps, request.usuario, proofIn(request, reply)))
			request.recordSecurity('identidad_probada', { detalle: factorAlone(deps, request.body) })
			return renewed
		})
	}
}
