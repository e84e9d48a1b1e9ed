import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FailureCode } from '#core/contract/failure.ts'
import type { SecurityEvent } from '#core/rules/security-events.ts'

/** A call's additions to an event: an account other than the caller's, and details in the shop's own words. */
export interface SecurityDetails {
	/** The account of the event: its id, or the typed e-mail. */
	readonly usuario_id?: number | undefined
	readonly email?: string | undefined
	readonly codigo?: FailureCode | undefined
	/** Text of the shop's own code, never typed text. */
	readonly detalle?: string | undefined
}

/** Records security-relevant events of requests. It never throws or delays the request. */
export interface SecurityRecorder {
	readonly record: (request: FastifyRequest, tipo: SecurityEvent, about: SecurityDetails) => void
	/** Records the failure that a request is answered with, where it is security-relevant. */
	readonly recordFailure: (request: FastifyRequest, code: FailureCode) => void
	/** Writes what is recorded, before the account of an event is deleted. */
	readonly flush: () => Promise<void>
}

declare module 'fastify' {
	interface FastifyRequest {
		/** The account of a signed challenge in a call without a session. Set before the call's limits. */
		aboutAccount: number | undefined
		/** Records an event with the visitor's network and account, or those of `about`. Never throws or waits. */
		recordSecurity(tipo: SecurityEvent, about?: SecurityDetails): void
	}
}

/** Adds `recordSecurity` to every request; it does nothing without a recorder. Call it before any route is added. */
export function recordSecurity(app: FastifyInstance, recorder: SecurityRecorder | undefined): void {
	app.decorateRequest('aboutAccount', undefined)
	app.decorateRequest('recordSecurity', function (this: FastifyRequest, tipo, about = {}) {
		recorder?.record(this, tipo, about)
	})
}
