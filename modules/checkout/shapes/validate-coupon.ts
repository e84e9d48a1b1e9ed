import { z } from 'zod'
import { amount } from '#core/contract/column-types.ts'
import { plainText } from '#core/contract/plain-text.ts'
import { couponKinds } from '#modules/orders/coupon.ts'

export const validateCouponRequest = z.object({
	codigo: plainText(60).min(1),
	subtotal: amount.describe('pesos of the products'),
})
export type ValidateCouponRequest = z.infer<typeof validateCouponRequest>

/** The discount: CLP of the sum with delivery, or percent of the products. */
export const validateCouponAnswer = z.object({ tipo: z.enum(couponKinds), valor: z.int(), minimo: z.int() })
export type ValidateCouponAnswer = z.infer<typeof validateCouponAnswer>
