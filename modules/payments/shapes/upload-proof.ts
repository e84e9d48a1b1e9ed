import { z } from 'zod'
import { estados } from '#modules/orders/estado.ts'

export const uploadProofAnswer = z.object({ message: z.string(), estado: z.enum(estados) })
