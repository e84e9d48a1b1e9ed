import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { csvFile, idempotencyKey, periodQuery, repeated, spanQuery } from '#core/contract/lists.ts'
import {
	closeDayRequest,
	closingAnswer,
	closingQuery,
	funnelAnswer,
	moneyToComeAnswer,
	summaryAnswer,
} from '#modules/numbers/shapes.ts'

const tag = 'panel: números'
const about = { tag, caller: 'staff', method: 'GET', permission: 'ver_panel', freshProof: false } as const
const file = { ...csvFile, tag, freshProof: false, query: spanQuery } as const

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

const closing = { ...about, path: '/api/admin_cierre/', answer: closingAnswer } as const

/** The money that the shop expects of a day by method, and what staff counted last. */
export const readClosing = endpoint({ ...closing, query: closingQuery })

/** Stores the count of a day's money, or corrects an earlier one. */
export const closeDay = endpoint({
	...closing,
	method: 'POST',
	permission: 'cerrar_dia',
	headers: z.looseObject({ 'idempotency-key': idempotencyKey }),
	body: closeDayRequest,
	answer: closingAnswer.extend(repeated),
})

export const exportReorder = endpoint({ ...file, path: '/api/admin_exportar/reposicion.csv' })
export const exportMoneyToCome = endpoint({ ...file, path: '/api/admin_exportar/por_recibir.csv' })
export const exportFunnel = endpoint({ ...file, path: '/api/admin_exportar/embudo.csv' })
