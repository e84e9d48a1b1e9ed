import { z } from 'zod'
import { day, limitedInteger, plainText } from '#core/contract/fields.ts'
import { couponKinds, couponStates } from '#modules/orders/coupon.ts'

/** `whole` and `day`: the schemas of a code's numbers and days. */
const termsOf = <Whole extends z.ZodType<number>, Day extends z.ZodType<string>>(whole: Whole, day: Day) => ({
	codigo: plainText(60),
	tipo: z.enum(couponKinds).describe('pesos of the sum with delivery, or percent of the products'),
	valor: whole,
	minimo: whole.describe('pesos of products from which on it holds'),
	desde: day.nullable().describe('a day of Santiago; null: no bound'),
	hasta: day.nullable().describe('a day of Santiago; null: no bound'),
	usos: whole.nullable().describe('orders in all; null: no limit'),
	usos_cliente: whole.nullable().describe('orders of one account or phone; null: no limit'),
	solo_primera: z.boolean().describe('only for who has no other order'),
})

export const createCouponRequest = z.object(termsOf(limitedInteger, day))
export type CreateCouponRequest = z.infer<typeof createCouponRequest>

/** A code for staff, with its numbers, without failed and cancelled orders. */
export const staffCoupon = z.object({
	...termsOf(z.int(), z.iso.date()),
	estado: z.enum(couponStates),
	activo: z.boolean(),
	created_at: z.string(),
	ordenes: z.int().describe('orders that use it now'),
	descontado: z.int().describe('pesos that it took off them'),
	vendido: z.int().describe('pesos of those that are paid'),
})
export type StaffCoupon = z.infer<typeof staffCoupon>

export const listCouponsAnswer = z.object({ results: z.array(staffCoupon), count: z.int() })

export const editCouponRequest = z.object({ activo: z.boolean() })
