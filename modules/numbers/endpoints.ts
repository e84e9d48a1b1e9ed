import { endpoint } from '#core/contract/endpoint.ts'
import { funnelAnswer, moneyToComeAnswer } from '#modules/numbers/shapes/numbers.ts'
import { summaryAnswer, summaryQuery } from '#modules/numbers/shapes/summary.ts'
import { deliveryNumbersAnswer, deliveryNumbersQuery } from '#modules/rounds/shapes/deliveries.ts'

const about = { tag: 'panel: números', caller: 'staff', method: 'GET', permission: 'ver_panel' } as const

export const readSummary = endpoint({
	...about,
	path: '/api/admin_resumen/',
	query: summaryQuery,
	answer: summaryAnswer,
})

/** Amounts that gateways still have to pay out, by the terms in the settings. */
export const readMoneyToCome = endpoint({ ...about, path: '/api/admin_por_recibir/', answer: moneyToComeAnswer })

/**
 * Counts of each step towards a payment in a period. Views, carts and opened checkouts are counted as they happen,
 * orders from the orders themselves.
 */
export const readFunnel = endpoint({
	...about,
	path: '/api/admin_embudo/',
	query: summaryQuery,
	answer: funnelAnswer,
})

/** Deliveries of a period, by day, week (from Monday) or month. */
export const readDeliveryNumbers = endpoint({
	...about,
	path: '/api/admin_numeros_reparto/',
	query: deliveryNumbersQuery,
	answer: deliveryNumbersAnswer,
})
