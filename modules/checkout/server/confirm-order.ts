import { eq } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { MetodoPago } from '#core/rules/payment-methods.ts'
import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { confirmationMessage } from '#modules/checkout/confirmation.ts'
import type { ConfirmationAnswer } from '#modules/checkout/shapes.ts'
import { readConfirmationParts } from '#modules/checkout-parts.ts'
import { payableAgainUntil } from '#modules/orders/hold-times.ts'
import { readLines } from '#modules/orders/server/read-lines.ts'
import { readPaymentDetails } from '#modules/orders/server/read-payment-details.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** Reads the order for the success page. Fails with `orden_desconocida`. */
export async function confirmOrder(
	{ db, clock }: { readonly db: Database; readonly clock: Clock },
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
		orden_id: order.id,
		nro_orden,
		pagable_hasta: payableAgainUntil(order, clock.now())?.toISOString() ?? null,
		comprobante_rechazado: order.comprobante_rechazado,
		...amounts,
		tipo_entrega,
		carrito: linesOf(order.id),
		...(await readConfirmationParts(db, order.id)),
		pago: await readPaymentDetails(db, order.id),
	}
}
