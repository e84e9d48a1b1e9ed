import type { Database } from '#core/server/db/database.ts'
import type { Log } from '#core/server/platform/log.ts'
import { orderOfAttempt } from '#modules/payments/server/attempt-of-ref.ts'
import { type GatewayCall, outcomeOf, type WatchedCall } from '#modules/payments/server/gateways/watch-gateway.ts'

/** Logs a failed call with its order number, by which the gateway's answer is found. */
export async function reportGatewayCall(
	{ db, log, metrics }: { db: Database; log: Pick<Log, 'warn'>; metrics: { observeGateway(call: GatewayCall): void } },
	call: WatchedCall,
): Promise<void> {
	const { gateway, name, attemptId, seconds, error } = call
	metrics.observeGateway({ gateway, outcome: outcomeOf(call), seconds })
	if (error === undefined) return
	// The database may be unreachable as well; the line is useful without a number.
	const order = await orderOfAttempt(db, attemptId).catch(() => undefined)
	log.warn(
		{ err: error, gateway, llamada: name, intento_id: attemptId, ...order },
		'a gateway did not do what it was asked',
	)
}
