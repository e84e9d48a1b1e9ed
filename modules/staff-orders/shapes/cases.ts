import { z } from 'zod'
import { listOf, pageQuery } from '#core/contract/lists.ts'
import { staffOrder } from '#modules/staff-orders/shapes/orders.ts'

export const listCasesQuery = pageQuery
export const listCasesAnswer = listOf(
	staffOrder.extend({
		devolver_hasta: z.string().nullable().describe('the last day for the money that is owed; null: none is'),
	}),
)
export type Case = z.infer<typeof listCasesAnswer>['results'][number]
