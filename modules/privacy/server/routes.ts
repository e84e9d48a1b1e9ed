import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import type { HostCookie } from '#core/server/http/cookies.ts'
import { handle } from '#core/server/http/handle.ts'
import type { SecurityRecorder } from '#core/server/http/security.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import { readProofWith } from '#modules/accounts/server/prove-identity.ts'
import type { Hooks } from '#modules/context.ts'
import { type DeleteAccountDeps, deleteAccount } from '#modules/privacy/server/delete-account.ts'
import { type ExportDeps, exportData } from '#modules/privacy/server/export-data.ts'

export interface PrivacyRoutesDeps extends DeleteAccountDeps, ExportDeps {
	readonly hooks: Hooks
	readonly browserCookie: HostCookie
	readonly security: Pick<SecurityRecorder, 'flush'> | undefined
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
			await deps.security?.flush()
			unwrap(await deleteAccount(deps, request.usuario, proofIn(request, reply)))
			request.recordSecurity('cuenta_eliminada')
			return null
		})
	}
}
