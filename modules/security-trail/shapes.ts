import { z } from 'zod'
import { dayText, listOf, optionalText, pageQuery, searchText } from '#core/contract/lists.ts'
import { securityEventKinds } from '#core/rules/audit-actions.ts'

export const listSecurityQuery = pageQuery.extend({
	tipo: optionalText(40).pipe(z.enum(securityEventKinds).optional()),
	cuenta: searchText.describe(
		'the account, by its whole e-mail or its id: what happened to it, and what it did to others',
	),
	red: optionalText(20).describe('pseudonym of a network, as the list shows it'),
	desde: dayText.describe('first day, in Santiago'),
	hasta: dayText.describe('last day, in Santiago, included'),
})
export type ListSecurityQuery = z.output<typeof listSecurityQuery>

/** One row of the trail: equal events of a minute, `veces` of them from `created_at` to `ultima_at`. */
const securityEntry = z.object({
	id: z.int(),
	created_at: z.string(),
	ultima_at: z.string(),
	tipo: z.enum(securityEventKinds),
	usuario_id: z.int().nullable(),
	usuario: z.string().nullable().describe('e-mail of the account; null: none that exists, or a deleted one'),
	por: z.string().nullable().describe('e-mail of the acting account, where it is another one'),
	red: z.string().nullable().describe('pseudonym of the network, the same within a month'),
	codigo: z.string().nullable().describe('code of the refusal'),
	detalle: z.string().nullable(),
	veces: z.int().min(1),
})
export type SecurityEntry = z.infer<typeof securityEntry>

export const listSecurityAnswer = listOf(securityEntry)
export type ListSecurityAnswer = z.infer<typeof listSecurityAnswer>
