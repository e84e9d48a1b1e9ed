import { z } from 'zod'
import { dineros } from '#modules/orders/order-money.ts'

/** The fields about an order's money in every answer. */
export const orderMoney = {
	dinero: z.enum(dineros).describe('the state of its money'),
	devuelto: z.int().describe('CLP refunded to the customer'),
}

/** Further fields for staff. */
export const staffMoney = {
	...orderMoney,
	por_devolver: z
		.int()
		.describe('pesos owed to the customer that were neither requested from a gateway nor noted by hand'),
}
