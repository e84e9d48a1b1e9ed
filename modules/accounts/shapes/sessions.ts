import { z } from 'zod'

export const sessionsAnswer = z.object({
	results: z.array(
		z.object({
			id: z.uuid(),
			dispositivo: z.string().describe('what the browser calls itself'),
			created_at: z.string(),
			used_at: z.string(),
			actual: z.boolean().describe('the session of the call'),
		}),
	),
})
export type SessionsAnswer = z.infer<typeof sessionsAnswer>
