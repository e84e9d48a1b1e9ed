import { endpoint } from '#core/contract/endpoint.ts'
import {
	firstDayAnswer,
	openedTrialAnswer,
	trialParams,
	tryStepAnswer,
	tryStepParams,
} from '#modules/first-day/shapes.ts'

const about = { tag: 'panel: ajustes', caller: 'staff' } as const

/** The steps in the order of need, and whether the shop is closed, for every section of the panel. */
export const readFirstDay = endpoint({
	...about,
	method: 'GET',
	path: '/api/admin_primer_dia/',
	permission: 'ver_panel',
	freshProof: false,
	answer: firstDayAnswer,
})

/** Tries or confirms a step. The backup requires a fresh proof of identity. */
export const tryStep = endpoint({
	...about,
	method: 'POST',
	path: '/api/admin_primer_dia/:paso/',
	permission: 'cambiar_tienda',
	freshProof: false,
	params: tryStepParams,
	answer: tryStepAnswer,
})

/** Opens a trial payment of the lowest amount at a gateway. */
export const openTrial = endpoint({
	...about,
	method: 'POST',
	path: '/api/admin_primer_dia/pasarela/:metodo_pago/pagar/',
	permission: 'cambiar_tienda',
	freshProof: false,
	params: trialParams,
	answer: openedTrialAnswer,
})

/** Confirms a gateway's trial payment and gives it back. */
export const giveBackTrial = endpoint({
	...about,
	method: 'POST',
	path: '/api/admin_primer_dia/pasarela/:metodo_pago/devolver/',
	permission: 'cambiar_tienda',
	freshProof: false,
	params: trialParams,
	answer: tryStepAnswer,
})
