import { z } from 'zod'
import { plainText } from '#core/contract/fields.ts'
import { listOf, optionalOneOf, optionalText, pageQuery, searchText } from '#core/contract/lists.ts'
import { maxBlockReason } from '#core/rules/limits.ts'

/** Only for the blocked accounts, which are in no list otherwise. */
export const onlyBlocked = {
	bloqueadas: optionalOneOf(['true']).describe('only the blocked accounts; without it none of them'),
}

const accountBlock = z.object({ desde: z.string(), motivo: z.string() })
/** Of an account in a list; absent: it is not blocked. */
export const blockOfAccount = { bloqueo: accountBlock.optional() }
export type AccountBlock = z.infer<typeof accountBlock>

/** `motivo` is for the team and for the copy of the owner's data. */
export const blockRequest = z.object({ bloqueada: z.boolean(), motivo: plainText(maxBlockReason).default('') })
export type BlockRequest = z.output<typeof blockRequest>

/** `q` matches prefixes of words of name and e-mail. */
export const listUsersQuery = pageQuery.extend({
	q: searchText,
	staff: optionalText(5)
		.pipe(z.enum(['true', 'false']).optional())
		.describe('only staff, or only customers'),
	...onlyBlocked,
})
export type ListUsersQuery = z.output<typeof listUsersQuery>

/** An account in the panel's list; `username` is the e-mail. */
export const staffUser = z.object({
	id: z.int(),
	username: z.string(),
	email: z.string(),
	first_name: z.string(),
	last_name: z.string(),
	is_staff: z.boolean(),
	is_active: z.boolean(),
	is_superuser: z.boolean(),
	derechos_en_espera: z.boolean().describe('the rights count once the owner opens the mailed link'),
	version: z.int(),
	...blockOfAccount,
})
export type StaffUser = z.infer<typeof staffUser>

export const listUsersAnswer = listOf(staffUser)
export type ListUsersAnswer = z.infer<typeof listUsersAnswer>
