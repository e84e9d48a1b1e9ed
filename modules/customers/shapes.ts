import { z } from 'zod'
import { listOf, pageQuery, searchText } from '#core/contract/lists.ts'

export const listCustomersQuery = pageQuery.extend({
	q: searchText.describe('words of name and e-mail, the last digits of a telephone, or the RUT of a factura'),
})
export type ListCustomersQuery = z.output<typeof listCustomersQuery>

/** An account as a customer. `gastado`: CLP paid less CLP refunded, over all of its orders. */
export const customer = z.object({
	id: z.int(),
	nombre: z.string(),
	email: z.string(),
	telefono: z.string().describe('of the last order, otherwise of the account; empty: none'),
	direcciones: z.array(z.string()).describe('of the last orders, each once, the newest first'),
	rut: z.string().nullable().describe('of its last factura'),
	ordenes: z.int(),
	gastado: z.int(),
	ultima_orden_at: z.string().nullable(),
	created_at: z.string(),
	consentimiento_at: z.string().nullable().describe('when the customer agreed to the policy'),
})
export type Customer = z.infer<typeof customer>

export const listCustomersAnswer = listOf(customer)
export type ListCustomersAnswer = z.infer<typeof listCustomersAnswer>
