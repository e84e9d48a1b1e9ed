import { z } from 'zod'
import { searchText } from '#core/contract/lists.ts'
import { foundParts } from '#modules/lists/shapes.ts'
import { estados } from '#modules/orders/estado.ts'
import { orderMoney } from '#modules/orders/shapes.ts'
import { waysToFind } from '#modules/orders/staff/order-search.ts'

export const findOrdersQuery = z.object({
	q: searchText.describe(
		'number of an order, telephone or RUT in any format, authorisation code, folio, or words of name, mail, address and company',
	),
})

/** A search result of the panel. `por`: the matched field. */
const foundOrder = z.object({
	id: z.uuid(),
	nro_orden: z.int(),
	estado: z.enum(estados),
	total: z.int(),
	...orderMoney,
	created_at: z.string(),
	nombre: z.string(),
	email: z.string(),
	telefono: z.string(),
	direccion: z.string(),
	por: z.enum(waysToFind),
	...foundParts,
	codigo: z.string().nullable().describe('the authorisation code that it was found by'),
})
export type FoundOrder = z.infer<typeof foundOrder>

export const findOrdersAnswer = z.object({
	results: z.array(foundOrder),
	hay_mas: z.boolean().describe('true: further orders match, which are not listed'),
})
export type FindOrdersAnswer = z.infer<typeof findOrdersAnswer>
