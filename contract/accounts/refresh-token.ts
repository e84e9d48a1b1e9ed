import { z } from 'zod'

/** POST /api/token/refresh/ and POST /api/token/logout/. */
export const refreshRequest = z.object({ refresh: z.string().max(1000) })
