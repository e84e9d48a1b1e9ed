import { z } from 'zod'

/** POST /api/register/. The rules of the password and the e-mail are told one by one, so they are checked by the use case. */
export const registerRequest = z.object({
	email: z.string().trim().min(1).max(320),
	first_name: z.string().trim().min(1).max(150),
	last_name: z.string().trim().min(1).max(150),
	password: z.string().min(1).max(1024),
})
export const registerAnswer = z.object({ message: z.string() })
export type RegisterRequest = z.input<typeof registerRequest>
