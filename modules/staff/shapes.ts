import { z } from 'zod'
import { listOf, optionalText, pageQuery, searchText } from '#core/contract/lists.ts'

/** `q` matches prefixes of words of name and e-mail. */
export const listUsersQuery = pageQuery.extend({
	q: searchText,
	staff: optionalText(5)
		.pipe(z.enum(['true', 'false']).optional())
		.describe('only staff, or only customers'),
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
})
export type StaffUser = z.infer<typeof staffUser>

export const listUsersAnswer = listOf(staffUser)
export type ListUsersAnswer = z.infer<typeof listUsersAnswer>
