import { z } from 'zod'
import { maxInteger } from '#contract/column-types.ts'

/** An id in an address that is a number. What cannot be one belongs to nothing: it reads as 0, which no row has. */
export const numberParams = z.object({ id: z.coerce.number().int().min(0).max(maxInteger).catch(0) })
