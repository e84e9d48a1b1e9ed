import { endpoint } from '#core/contract/endpoint.ts'
import { csvFile } from '#core/contract/lists.ts'
import { listCustomersAnswer, listCustomersQuery } from '#modules/customers/shapes.ts'

const about = { tag: 'panel: clientes', caller: 'staff' } as const

/** The newest accounts first. */
export const listCustomers = endpoint({
	...about,
	method: 'GET',
	path: '/api/admin_clientes/',
	permission: 'ver_panel',
	query: listCustomersQuery,
	answer: listCustomersAnswer,
})

export const exportCustomers = endpoint({
	...csvFile,
	...about,
	path: '/api/admin_exportar/clientes.csv',
	freshProof: true,
	query: listCustomersQuery.pick({ q: true }),
})
