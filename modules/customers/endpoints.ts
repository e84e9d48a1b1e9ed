import { endpoint } from '#core/contract/endpoint.ts'
import { csvFile, numberParams } from '#core/contract/lists.ts'
import { customerNote, listCustomersAnswer, listCustomersQuery, writeNoteRequest } from '#modules/customers/shapes.ts'

const about = { tag: 'panel: clientes', caller: 'staff' } as const

/** The newest accounts first. */
export const listCustomers = endpoint({
	...about,
	method: 'GET',
	path: '/api/admin_clientes/',
	permission: 'ver_panel',
	freshProof: false,
	query: listCustomersQuery,
	answer: listCustomersAnswer,
})

/** Replaces the note on a customer, and returns it. */
export const writeNote = endpoint({
	...about,
	method: 'PUT',
	path: '/api/admin_clientes/:id/nota/',
	permission: 'editar_ordenes',
	freshProof: false,
	params: numberParams,
	body: writeNoteRequest,
	answer: customerNote,
})

export const exportCustomers = endpoint({
	...csvFile,
	...about,
	path: '/api/admin_exportar/clientes.csv',
	freshProof: true,
	query: listCustomersQuery.pick({ q: true }),
})
