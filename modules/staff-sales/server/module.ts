import { handle } from '#core/server/http/handle.ts'
import { byAccount } from '#core/server/http/limits.ts'
import { defineModule } from '#core/server/module.ts'
import * as endpoints from '#modules/staff-sales/endpoints.ts'
import { enterSale } from '#modules/staff-sales/server/enter-sale.ts'

/** Sales that staff enter for a customer. */
export const staffSales = defineModule<Parameters<typeof enterSale>[0]>({
	name: 'staff-sales',
	open: (deps) => ({
		async routes(app) {
			handle(
				app,
				endpoints.enterSale,
				({ usuario, headers, body }) => enterSale(deps, usuario.id, headers['idempotency-key'], body),
				{ limits: { venta_equipo: byAccount } },
			)
		},
	}),
})
