import { z } from 'zod'
import { personName } from '#core/contract/plain-text.ts'

/**
 * The use case validates password and e-mail, with an error of its own for each rule. `consentimiento`: the customer
 * agreed to the privacy policy; false is rejected (422), absent leaves it open. Other fields are ignored.
 */
export const registerRequest = z.object({
	email: z.string().trim().min(1).max(320),
	first_name: personName(150),
	last_name: personName(150),
	password: z.string().min(1).max(1024),
	consentimiento: z.boolean().optional(),
})
export const registerAnswer = z.object({ message: z.string() })
export type RegisterRequest = z.input<typeof registerRequest>
