import { z } from 'zod'
import { amount } from '#contract/column-types.ts'
import { couponKinds } from '#domain/orders/coupons.ts'

/** POST /api/cupones/validar/: whether a discount code holds for a cart. It refuses with `cupon_invalido` whatever is not right. */
export const validateCouponRequest = z.object({
	codigo: z.string().min(1).max(60),
	subtotal: amount.describe('pesos of the products'),
})
export type ValidateCouponRequest = z.infer<typeof validateCouponRequest>

/** What the code takes off: pesos of the sum with delivery, or percent of the products. */
export const validateCouponAnswer = z.object({ tipo: z.enum(couponKinds), valor: z.int(), minimo: z.int() })
export type ValidateCouponAnswer = z.infer<typeof validateCouponAnswer>
