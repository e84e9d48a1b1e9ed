import { and, eq } from 'drizzle-orm'
import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'
import type { Database } from '#server/db/database.ts'
import { intentosPago } from '#server/db/tables/payments.ts'

/** The id of the attempt that a gateway calls `gateway_ref`; undefined for a reference that the shop was never given. */
export async function attemptOfRef(
	db: Database,
	gateway: GatewayMethod,
	gatewayRef: string | undefined,
): Promise<string | undefined> {
	if (!gatewayRef) return undefined
	const [attempt] = await db
		.select({ id: intentosPago.id })
		.from(intentosPago)
		.where(and(eq(intentosPago.gateway, gateway), eq(intentosPago.gateway_ref, gatewayRef)))
	return attempt?.id
}
