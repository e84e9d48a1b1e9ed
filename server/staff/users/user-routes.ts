import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '#contract/staff/user-endpoints.ts'
import { handle } from '#server/http/handle.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { versionIn } from '#server/staff/products/edited-field.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'
import { editUser } from '#server/staff/users/edit-user.ts'
import { listUsers } from '#server/staff/users/list-users.ts'

export function staffUserRoutes(deps: StaffDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listUsers, async ({ query }) => await listUsers(deps.db, query))
		handle(app, endpoints.editUser, async (request) => {
			const { usuario, params, headers, body: fields } = request
			const onChanged = (detalle: string) =>
				request.recordSecurity('derechos_cambiados', { usuario_id: params.id, detalle })
			const sent = { fields, version: versionIn(headers['if-match']), onChanged }
			const user = unwrap(await editUser(deps, usuario.id, params.id, sent))
			if (user.derechos_en_espera) request.recordSecurity('derechos_por_confirmar', { usuario_id: params.id })
			return user
		})
	}
}
