import { endpoint } from '#core/contract/endpoint.ts'
import { csvFile, numberParams } from '#core/contract/lists.ts'
import {
	affectedQuery,
	answerRequest,
	askRequest,
	listRequestsAnswer,
	listRequestsQuery,
	noteRequest,
	ownRequest,
	ownRequestsAnswer,
	staffRequest,
} from '#modules/privacy/shapes.ts'

const own = { tag: 'perfil', caller: 'customer', freshProof: false, limits: ['perfil'] } as const

/** The account's requests about its data. */
export const listOwnRequests = endpoint({
	...own,
	method: 'GET',
	path: '/api/perfil/solicitudes/',
	answer: ownRequestsAnswer,
})

/** Sends a request about the account's data. The same one while it is open is returned again. */
export const askOwnRequest = endpoint({
	...own,
	method: 'POST',
	path: '/api/perfil/solicitudes/',
	body: askRequest,
	answer: ownRequest,
})

const staff = { tag: 'panel: solicitudes de datos', caller: 'staff' } as const

/** The open ones by their due day, then the answered ones, the last answered first. */
export const listRequests = endpoint({
	...staff,
	method: 'GET',
	path: '/api/admin_solicitudes/',
	permission: 'ver_panel',
	freshProof: false,
	query: listRequestsQuery,
	answer: listRequestsAnswer,
})

/** Enters a request that arrived by mail or WhatsApp. The same one while it is open is returned again. */
export const createRequest = endpoint({
	...staff,
	method: 'POST',
	path: '/api/admin_solicitudes/',
	permission: 'atender_solicitudes',
	freshProof: false,
	body: noteRequest,
	answer: staffRequest,
})

/** Mails the answer to the person and keeps it. */
export const sendAnswer = endpoint({
	...staff,
	method: 'POST',
	path: '/api/admin_solicitudes/:id/responder/',
	permission: 'atender_solicitudes',
	freshProof: false,
	params: numberParams,
	body: answerRequest,
	answer: staffRequest,
})

/** The persons whose data of some kinds was stored or written in some days: those to notify of a breach. */
export const exportAffected = endpoint({
	...csvFile,
	tag: 'panel: registro de datos',
	path: '/api/admin_exportar/personas_afectadas.csv',
	freshProof: true,
	query: affectedQuery,
})
