import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import { versionIn } from '#core/server/lists/edited-field.ts'
import type { ResetLinks } from '#modules/accounts/server/recovery.ts'
import type { StaffDeps } from '#modules/context.ts'
import * as endpoints from '#modules/staff/endpoints.ts'
import { editUser } from '#modules/staff/server/users/edit-user.ts'
import { listUsers } from '#modules/staff/server/users/list-users.ts'

export function staffUserRoutes(deps: StaffDeps & { readonly links: ResetLinks }): FastifyPluginAsync {
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
