import { eq } from 'drizzle-orm'
import { type Failure, fail } from '#contract/failure.ts'
import type { ConfirmationAnswer } from '#contract/orders/confirm-order.ts'
import { confirmationMessage } from '#domain/orders/confirmation.ts'
import type { MetodoPago } from '#domain/orders/metodo-pago.ts'
import type { Database } from '#server/db/database.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { readPaymentDetails } from '#server/orders/payment-details.ts'
import { readLines } from '#server/orders/read-lines.ts'
import { isUuid } from '#server/platform/uuid.ts'

/** What the success page says of an order as it stands. Reads only. Refuses with `orden_desconocida`. */
export async function confirmOrder(
	db: Database,
	orderId: string | undefined,
	metodoPago?: MetodoPago,
): Promise<ConfirmationAnswer | Failure> {
	if (!isUuid(orderId)) return fail('orden_desconocida')
	const [order] = await db.select().from(ordenes).where(eq(ordenes.id, orderId))
	if (!order || (metodoPago !== undefined && order.metodo_pago !== metodoPago)) return fail('orden_desconocida')
	const linesOf = await readLines(db, [order.id])
	const { estado, nro_orden, despacho, descuento, total, tipo_entrega } = order
	const amounts = { despacho, descuento, total }
	return {
		message: confirmationMessage(order),
		estado,
		nro_orden,
		...amounts,
		tipo_entrega,
		carrito: linesOf(order.id),
		pago: await readPaymentDetails(db, order.id),
	}
}
