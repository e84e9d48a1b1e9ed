import { refuse } from '#core/contract/failure.ts'
import { isAllowed } from '#core/rules/permissions.ts'
import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { readOrderLink } from '#modules/orders/server/order-links.ts'
import * as endpoints from '#modules/returns/endpoints.ts'
import { annulReturn, closeReturn, receiveReturn } from '#modules/returns/server/end-return.ts'
import { openReturn } from '#modules/returns/server/open-return.ts'
import { listReturns, readOwnReturn, readStaffReturn } from '#modules/returns/server/read-returns.ts'
import type { ReplaceDeps } from '#modules/returns/server/replace-units.ts'

/** Units of delivered orders that come back. Stock and money move by the orders' own functions. */
export const returns = defineModule<StaffDeps & ReplaceDeps>({
	name: 'returns',
	open: (deps) => ({
		async routes(app) {
			handle(app, endpoints.askReturn, async ({ usuario, params, body, headers }) => {
				const request = { ...body, nota: '', key: headers['idempotency-key'] }
				return await readOwnReturn(deps.db, await openReturn(deps, { cuenta: usuario.id }, params.id, request))
			})
			handle(app, endpoints.askReturnByLink, async ({ params, body, headers }) => {
				const { orden_id } = readOrderLink(deps, params.token) ?? refuse('enlace_vencido')
				const request = { ...body, nota: '', key: headers['idempotency-key'] }
				return await readOwnReturn(deps.db, await openReturn(deps, 'enlace', orden_id, request))
			})
			handle(app, endpoints.listReturns, ({ query }) => listReturns(deps, query))
			handle(app, endpoints.openReturn, async ({ usuario, params, body, headers }) => {
				const request = { ...body, key: headers['idempotency-key'] }
				return await readStaffReturn(deps, deps.db, await openReturn(deps, { staff: usuario.id }, params.id, request))
			})
			handle(app, endpoints.receiveReturn, ({ usuario, params, body }) =>
				receiveReturn(deps, usuario.id, params.id, body),
			)
			handle(app, endpoints.closeReturn, async ({ usuario, params, body, headers }) => {
				const refunds = body.devolver !== undefined || body.devolver_a_mano !== undefined
				if (refunds && !isAllowed('devolver_dinero', { ...usuario, is_active: true })) refuse('solo_superusuario')
				const request = { ...body, key: headers['idempotency-key'], actorId: usuario.id }
				return await closeReturn(deps, params.id, request)
			})
			handle(app, endpoints.annulReturn, ({ usuario, params, body }) =>
				annulReturn(deps, usuario.id, params.id, body.respuesta),
			)
		},
	}),
})
