import { z } from 'zod'
import { plainLines } from '#core/contract/fields.ts'
import { listOf, pageQuery, searchText } from '#core/contract/lists.ts'
import { maxCustomerNote } from '#core/rules/limits.ts'
import { blockOfAccount, onlyBlocked } from '#modules/staff/shapes.ts'

export const listCustomersQuery = pageQuery.extend({
	q: searchText.describe('words of name and e-mail, the last digits of a telephone, or the RUT of a factura'),
	...onlyBlocked,
})
export type ListCustomersQuery = z.output<typeof listCustomersQuery>

export const customerNote = z
	.object({ texto: z.string(), usuario: z.string().nullable().describe('who wrote it'), created_at: z.string() })
	.nullable()
	.describe('of staff on the customer; null: none')
export type CustomerNote = NonNullable<z.infer<typeof customerNote>>

export const writeNoteRequest = z.object({ texto: plainLines(maxCustomerNote).describe('empty: removes the note') })

/** In the panel's order with its history. */
export const noteOfOrder = { nota_cliente: customerNote }

/** An account as a customer. `gastado`: CLP paid less CLP refunded, over all of its orders. */
export const customer = z.object({
	id: z.int(),
	nombre: z.string(),
	email: z.string(),
	telefono: z.string().describe('of the last order, otherwise of the account; empty: none'),
	direcciones: z.array(z.string()).describe('of the last orders, each once, the newest first'),
	rut: z.string().nullable().describe('of its last factura'),
	ordenes: z.int().describe('in any state'),
	compras: z.int().describe('of them, those paid and not refunded in full'),
	sin_pagar: z.int().describe('of them, those never paid'),
	gastado: z.int(),
	ultima_orden_at: z.string().nullable(),
	created_at: z.string(),
	nota: customerNote,
	...blockOfAccount,
	consentimiento_at: z.string().nullable().describe('when the customer agreed to the policy'),
})
export type Customer = z.infer<typeof customer>

export const listCustomersAnswer = listOf(customer)
export type ListCustomersAnswer = z.infer<typeof listCustomersAnswer>
