import { endpoint } from '#core/contract/endpoint.ts'
import { todayAnswer } from '#modules/today/shapes.ts'

/** What waits for staff now, in the order of need, and what was sold today. */
export const readToday = endpoint({
	tag: 'panel: hoy',
	caller: 'staff',
	method: 'GET',
	path: '/api/admin_hoy/',
	permission: 'ver_panel',
	freshProof: false,
	answer: todayAnswer,
})
