import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { editRequest, ifMatchHeader, numberParams } from '#contract/staff/lists.ts'
import { listUsersAnswer, listUsersQuery, staffUser } from '#contract/staff/users.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { versionIn } from '#server/staff/products/edited-field.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'
import { editUser } from '#server/staff/users/edit-user.ts'
import { listUsers } from '#server/staff/users/list-users.ts'

export function staffUserRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	const tags = ['panel: usuarios']
	const security = [{ bearer: [] }]
	return async (app) => {
		app.get(
			'/api/admin_usuarios',
			{
				config: { permission: 'ver_panel' },
				schema: { tags, security, querystring: listUsersQuery, response: { 200: listUsersAnswer, ...errorAnswers } },
			},
			async ({ query }) => await listUsers(deps.db, query),
		)
		app.put(
			'/api/admin_usuarios/:id',
			{
				config: { permission: 'cambiar_derechos' },
				onRequest: deps.guard.requireFreshIdentity,
				schema: {
					tags,
					security,
					params: numberParams,
					headers: ifMatchHeader,
					body: editRequest,
					response: { 200: staffUser, ...errorAnswers },
				},
			},
			async (request) => {
				const { usuario, params, headers, body: fields } = request
				const onChanged = (detalle: string) =>
					request.recordSecurity('derechos_cambiados', { usuario_id: params.id, detalle })
				const sent = { fields, version: versionIn(headers['if-match']), onChanged }
				const user = unwrap(await editUser(deps, usuario.id, params.id, sent))
				if (user.derechos_en_espera) request.recordSecurity('derechos_por_confirmar', { usuario_id: params.id })
				return user
			},
		)
	}
}
