import { z } from 'zod'
import { dineros } from '#domain/orders/order-money.ts'

/** What every answer about an order says of its money. */
export const orderMoney = {
	dinero: z.enum(dineros).describe('the state of its money'),
	devuelto: z.int().describe('pesos that went back to the customer'),
}

/** What staff read besides. */
export const staffMoney = {
	...orderMoney,
	por_devolver: z
		.int()
		.describe('pesos owed to the customer that were neither requested from a gateway nor noted by hand'),
}
