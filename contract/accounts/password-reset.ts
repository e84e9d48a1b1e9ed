import { z } from 'zod'

/** POST /api/auth/password-reset/. The answer is the same whether or not the account exists. */
export const resetRequest = z.object({ email: z.string().max(320) })
export const resetRequestAnswer = z.object({ message: z.string() })

/** GET /api/auth/password-reset/validate/. */
export const resetValidateQuery = z.object({
	uid: z.string().max(200).default(''),
	token: z.string().max(200).default(''),
})
export const resetValidateAnswer = z.object({ valid: z.boolean() })

/** POST /api/auth/password-reset/confirm/. */
export const resetConfirmRequest = z.object({
	uid: z.string().max(200),
	token: z.string().max(200),
	new_password: z.string().max(1024),
})
export const resetConfirmAnswer = z.object({ message: z.string() })
