import { eq, sql } from 'drizzle-orm'
import { type GatewayMethod, metodoPagoText } from '#core/rules/payment-methods.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import { type GatewayCallName, gatewayCallText } from '#modules/orders/payment-details.ts'
import { pasarelasFallando } from '#modules/orders/payment-tables.ts'
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
	readonly gateway: GatewayMethod
	readonly name: GatewayCallName
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

interface ReportDeps {
	readonly db: Database
	readonly clock: Clock
	readonly log: Pick<Log, 'warn'>
	readonly metrics: { observeGateway(call: GatewayCall): void }
}

/**
 * Logs a failed call with its order number, by which the gateway's answer is found, and writes the answer into the
 * order's history. Counts the failed calls of a gateway in a row.
 */
export async function reportGatewayCall({ db, clock, log, metrics }: ReportDeps, call: WatchedCall): Promise<void> {
	const { gateway, name, attemptId, seconds, error } = call
	metrics.observeGateway({ gateway, outcome: outcomeOf(call), seconds })
	if (error === undefined) {
		await db.delete(pasarelasFallando).where(eq(pasarelasFallando.gateway, gateway))
		return
	}
	// The database may be unreachable as well; the line is useful without a number.
	const order = await orderOfAttempt(db, attemptId).catch(() => undefined)
	log.warn(
		{ err: error, gateway, llamada: name, intento_id: attemptId, ...order },
		'a gateway did not do what it was asked',
	)
	const isUnavailable = error instanceof GatewayUnavailable && !error.hasAnswered
	const isAboutEmail = error instanceof GatewayRefused && error.isAboutEmail
	// A refused read or refund concerns its subject alone.
	const isOfGateway = isUnavailable || (name === 'open' && !isAboutEmail)
	if (!isOfGateway && name === 'read') return
	const respuesta = answerText(error)
	await db.transaction(async (tx) => {
		if (order) {
			await writeAudit(tx, {
				tipo: 'orden',
				ref: order.orden_id,
				usuario_id: null,
				accion: 'pasarela_fallo',
				detalle: `${metodoPagoText[gateway]}, al ${gatewayCallText[name]}: ${respuesta}`,
				// A gateway that is polled each minute gives the same answer each time.
				clave: `pasarela_fallo:${attemptId}:${name}:${respuesta}`,
			})
		}
		if (!isOfGateway) return
		const last = {
			llamada: name,
			respuesta,
			rechaza_llave: error instanceof GatewayKeyRefused,
			orden_id: order?.orden_id ?? null,
		}
		await tx
			.insert(pasarelasFallando)
			.values({ gateway, seguidas: 1, desde: clock.now(), ...last })
			.onConflictDoUpdate({
				target: pasarelasFallando.gateway,
				set: { seguidas: sql`${pasarelasFallando.seguidas} + 1`, ...last },
			})
	})
}

/** A gateway's answer for staff. Errors of other kinds may name anything, so they stay in the log. */
function answerText(error: unknown): string {
	if (error instanceof GatewayRefused) return `la rechazó: ${error.reason}`.slice(0, 300)
	if (error instanceof GatewayKeyRefused) return `no acepta la llave de la tienda: ${error.reason}`.slice(0, 300)
	if (error instanceof GatewayUnavailable) {
		if (error.hasAnswered) return 'su respuesta no se entiende'
		const status = /answered (\d{3})$/.exec(error.message)?.[1]
		return status === undefined ? 'no contestó' : `respondió con un error (${status})`
	}
	return 'falló en la tienda; el registro dice por qué'
}
