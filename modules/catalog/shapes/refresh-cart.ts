import { z } from 'zod'

export const refreshCartRequest = z.object({
	items: z.array(z.object({ sku: z.string().max(100), color: z.string().max(100).nullish() })).max(50),
})
export const refreshCartAnswer = z.object({
	items: z.array(z.object({ sku: z.string(), color: z.string(), precio: z.int(), disponible: z.int().min(0) })),
})
export type RefreshCartRequest = z.infer<typeof refreshCartRequest>
export type RefreshCartAnswer = z.infer<typeof refreshCartAnswer>
