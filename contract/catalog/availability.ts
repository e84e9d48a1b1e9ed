import { z } from 'zod'

/** GET /api/products/{sku}/availability: units in stock by colour. */
export const availabilityAnswer = z.object({ stock: z.record(z.string(), z.int().min(0)) })
export type AvailabilityAnswer = z.infer<typeof availabilityAnswer>
