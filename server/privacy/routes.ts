import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '#contract/accounts/profile-endpoints.ts'
import { readProofWith } from '#server/accounts/google-routes.ts'
import type { ReadProfileDeps } from '#server/accounts/read-profile.ts'
import type { HostCookie } from '#server/http/cookies.ts'
import { handle } from '#server/http/handle.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { type DeleteAccountDeps, deleteAccount } from '#server/privacy/delete-account.ts'
import { exportData } from '#server/privacy/export-data.ts'
import type { SecurityTrail } from '#server/security/security-trail.ts'

export interface PrivacyRoutesDeps extends DeleteAccountDeps, ReadProfileDeps {
	readonly browserCookie: HostCookie
	readonly trail: Pick<SecurityTrail, 'flush'>
}

/** Routes of legal rights: a copy of the customer's data, and the deletion of the account. */
export function privacyRoutes(deps: PrivacyRoutesDeps): FastifyPluginAsync {
	const proofIn = readProofWith(deps.browserCookie)
	return async (app) => {
		handle(app, endpoints.downloadData, async (request, reply) => {
			const data = unwrap(await exportData(deps, request.usuario.id))
			request.recordSecurity('datos_descargados')
			return reply
				.type('application/json; charset=utf-8')
				.header('content-disposition', 'attachment; filename="mis-datos.json"')
				.send(Readable.from(data))
		})
		handle(app, endpoints.deleteAccount, async (request, reply) => {
			// Unwritten events of the account are made anonymous too.
			await deps.trail.flush()
			unwrap(await deleteAccount(deps, request.usuario, proofIn(request, reply)))
			request.recordSecurity('cuenta_eliminada')
			return null
		})
	}
}
