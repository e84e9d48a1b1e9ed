import { endpoint } from '#core/contract/endpoint.ts'
import { csvFile, periodQuery, spanQuery } from '#core/contract/lists.ts'
import { funnelAnswer, moneyToComeAnswer, summaryAnswer } from '#modules/numbers/shapes.ts'

const tag = 'panel: números'
const about = { tag, caller: 'staff', method: 'GET', permission: 'ver_panel' } as const
const file = { ...csvFile, tag, query: spanQuery } as const

export const readSummary = endpoint({
	...about,
	path: '/api/admin_resumen/',
	query: periodQuery,
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
	query: periodQuery,
	answer: funnelAnswer,
})

export const exportReorder = endpoint({ ...file, path: '/api/admin_exportar/reposicion.csv' })
export const exportMoneyToCome = endpoint({ ...file, path: '/api/admin_exportar/por_recibir.csv' })
export const exportFunnel = endpoint({ ...file, path: '/api/admin_exportar/embudo.csv' })
