import { Readable } from 'node:stream'
import { handle } from '#core/server/http/handle.ts'
import { byAccount } from '#core/server/http/limits.ts'
import { defineModule } from '#core/server/module.ts'
import * as endpoints from '#modules/staff-sales/endpoints.ts'
import { enterSale } from '#modules/staff-sales/server/enter-sale.ts'
import { exportPerson, forgetPerson } from '#modules/staff-sales/server/person-data.ts'

/** Sales that staff enter for a customer. */
export const staffSales = defineModule<
	Parameters<typeof enterSale>[0] & Parameters<typeof exportPerson>[0] & Parameters<typeof forgetPerson>[0]
>({
	name: 'staff-sales',
	open: (deps) => ({
		async routes(app) {
			handle(
				app,
				endpoints.enterSale,
				({ usuario, headers, body }) => enterSale(deps, usuario.id, headers['idempotency-key'], body),
				{ limits: { venta_equipo: byAccount } },
			)
			handle(app, endpoints.exportPerson, async ({ params }, reply) => {
				const data = await exportPerson(deps, params.id)
				return reply
					.type('application/json; charset=utf-8')
					.header('content-disposition', 'attachment; filename="datos.json"')
					.send(Readable.from(data))
			})
			handle(app, endpoints.forgetPerson, async ({ usuario, params }) => {
				await forgetPerson(deps, usuario.id, params.id)
				return null
			})
		},
	}),
})
