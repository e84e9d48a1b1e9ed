import type { Database } from '#core/server/db/database.ts'
import type { Log } from '#core/server/platform/log.ts'
import {
	type AttemptRef,
	type AttemptToOpen,
	type Gateway,
	GatewayKeyRefused,
	GatewayRefused,
	GatewayUnavailable,
} from '#modules/payments/server/gateways/gateway.ts'
import { orderOfAttempt } from '#modules/payments/server/open-attempt.ts'

/** A finished gateway call; `attemptId` is the attempt of the call, if any. */
export interface WatchedCall {
	readonly gateway: string
	readonly name: 'open' | 'read' | 'confirm' | 'refund'
	readonly attemptId: string
	readonly seconds: number
	/** Undefined for a call that succeeded. */
	readonly error: unknown
}

/** A call as metrics count it. */
export interface GatewayCall {
	readonly gateway: string
	readonly outcome: 'ok' | 'sin_respuesta' | 'rechazo' | 'error'
	readonly seconds: number
}

/** The result of a call as the label of a metric. */
export function outcomeOf({ error }: Pick<WatchedCall, 'error'>): GatewayCall['outcome'] {
	if (error === undefined) return 'ok'
	if (error instanceof GatewayRefused || error instanceof GatewayKeyRefused) return 'rechazo'
	return error instanceof GatewayUnavailable ? 'sin_respuesta' : 'error'
}

/** The gateway with its calls about an attempt reported when they end. */
export function watchGateway(gateway: Gateway, onCall: (call: WatchedCall) => void): Gateway {
	async function watch<Answer>(
		name: WatchedCall['name'],
		attemptId: string,
		run: () => Promise<Answer>,
	): Promise<Answer> {
		const begin = performance.now()
		const ended = (error?: unknown) =>
			onCall({ gateway: gateway.name, name, attemptId, seconds: (performance.now() - begin) / 1000, error })
		try {
			const answer = await run()
			ended()
			return answer
		} catch (error) {
			ended(error)
			throw error
		}
	}
	return {
		...gateway,
		open: (attempt: AttemptToOpen) => watch('open', attempt.id, () => gateway.open(attempt)),
		read: (attempt: AttemptRef) => watch('read', attempt.id, () => gateway.read(attempt)),
		confirm: (attempt: AttemptRef) => watch('confirm', attempt.id, () => gateway.confirm(attempt)),
		refund: (refund) => watch('refund', refund.attempt.id, () => gateway.refund(refund)),
	}
}

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
