import { handle } from '#core/server/http/handle.ts'
import { sendExport } from '#core/server/lists/csv.ts'
import { defineModule } from '#core/server/module.ts'
import * as endpoints from '#modules/customers/endpoints.ts'
import { writeNote } from '#modules/customers/server/customer-note.ts'
import { customersCsv, listCustomers } from '#modules/customers/server/list-customers.ts'
import type { StaffDeps } from '#modules/lists/context.ts'

/** The panel's customers. */
export const customers = defineModule<StaffDeps>({
	name: 'customers',
	open: ({ db }) => ({
		async routes(app) {
			handle(app, endpoints.listCustomers, async ({ query }) => await listCustomers(db, query))
			handle(
				app,
				endpoints.writeNote,
				async ({ usuario, params, body }) => await writeNote(db, usuario.id, params.id, body.texto),
			)
			handle(app, endpoints.exportCustomers, async (request, reply) => {
				const file = { archivo: 'clientes.csv', filter: request.query }
				return await sendExport(db, request, reply, file, customersCsv(db, request.query.q))
			})
		},
	}),
})
