import { and, eq } from 'drizzle-orm'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { Database } from '#core/server/db/database.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** The id of the attempt with this `gateway_ref`; undefined for an unknown reference. */
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

/** The order of an attempt; undefined for an unknown attempt. */
export async function orderOfAttempt(
	db: Database,
	attemptId: string,
): Promise<{ nro_orden: number; orden_id: string } | undefined> {
	const [found] = await db
		.select({ nro_orden: ordenes.nro_orden, orden_id: ordenes.id })
		.from(intentosPago)
		.innerJoin(ordenes, eq(ordenes.id, intentosPago.orden_id))
		.where(eq(intentosPago.id, attemptId))
	return found
}
