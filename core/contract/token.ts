import { z } from 'zod'

/** `username` is the e-mail, matched without case. */
export const tokenRequest = z.object({ username: z.string().max(320), password: z.string().max(1024) })
/**
 * The answer of every login. Access lasts 15 minutes, refresh 30 days and is used once; 90 days after the login both
 * end.
 */
export const tokenAnswer = z.object({ access: z.string(), refresh: z.string() })
export type TokenAnswer = z.infer<typeof tokenAnswer>
