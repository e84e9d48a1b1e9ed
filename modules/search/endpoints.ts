import { endpoint } from '#core/contract/endpoint.ts'
import { findOrdersAnswer, findOrdersQuery } from '#modules/search/shapes.ts'

export const findOrders = endpoint({
	tag: 'panel: órdenes',
	caller: 'staff',
	method: 'GET',
	permission: 'ver_panel',
	freshProof: false,
	path: '/api/admin_buscar/',
	query: findOrdersQuery,
	answer: findOrdersAnswer,
})
