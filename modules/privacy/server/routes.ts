import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import type { HostCookie } from '#core/server/http/cookies.ts'
import { handle } from '#core/server/http/handle.ts'
import type { SecurityRecorder } from '#core/server/http/security.ts'
import { sendExport } from '#core/server/lists/csv.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import type { ReadProfileDeps } from '#modules/accounts/server/profile.ts'
import { readProof } from '#modules/accounts/server/prove-identity.ts'
import type { Hooks } from '#modules/lists/context.ts'
import * as requests from '#modules/privacy/endpoints.ts'
import { affectedCsv } from '#modules/privacy/server/affected-persons.ts'
import { type DeleteAccountDeps, deleteAccount } from '#modules/privacy/server/delete-account.ts'
import { exportData } from '#modules/privacy/server/export-data.ts'
import { listOwnRequests, listRequests } from '#modules/privacy/server/read-requests.ts'
import { answerRequest, askForOwnData, noteRequest } from '#modules/privacy/server/write-request.ts'

export interface PrivacyRoutesDeps extends DeleteAccountDeps, ReadProfileDeps, MailContext {
	readonly hooks: Hooks
	readonly browserCookie: HostCookie
	readonly security: Pick<SecurityRecorder, 'flush'> | undefined
}

/** Routes of legal rights: a copy of the customer's data, deletion, requests to the shop, and whom a breach concerns. */
export function privacyRoutes(deps: PrivacyRoutesDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.downloadData, async (request, reply) => {
			const data = await exportData(deps, request.usuario.id)
			request.recordSecurity('datos_descargados')
			return reply
				.type('application/json; charset=utf-8')
				.header('content-disposition', 'attachment; filename="mis-datos.json"')
				.send(Readable.from(data))
		})
		handle(app, endpoints.deleteAccount, async (request, reply) => {
			// Unwritten events of the account are made anonymous too.
			await deps.security?.flush()
			await deleteAccount(deps, request.usuario, readProof(deps.browserCookie, request, reply))
			request.recordSecurity('cuenta_eliminada')
			return null
		})
		handle(app, requests.exportAffected, async (request, reply) => {
			const file = { archivo: 'personas_afectadas.csv', filter: request.query }
			return await sendExport(deps.db, request, reply, file, affectedCsv(deps, request.query))
		})
		handle(app, requests.listOwnRequests, ({ usuario }) => listOwnRequests(deps.db, usuario.id))
		handle(app, requests.askOwnRequest, ({ usuario, body }) => askForOwnData(deps, usuario.id, body))
		handle(app, requests.listRequests, ({ query }) => listRequests(deps.db, query, deps.clock.now()))
		handle(app, requests.createRequest, ({ usuario, body }) => noteRequest(deps, usuario.id, body))
		handle(app, requests.sendAnswer, ({ usuario, params, body }) =>
			answerRequest(deps, usuario.id, params.id, body.respuesta),
		)
	}
}
