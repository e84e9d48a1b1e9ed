import type { FastifyRequest } from 'fastify'
import { fail } from '#contract/failure.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'

/** As many as the password hasher lets wait and work on: more would only queue for the database before. */
const mostStrangers = 34
const retrySeconds = 2

/** Bounds logins of unknown browsers at once: floods are refused early. `enter` is a `preHandler`, `leave` its `onResponse`. */
export function createLoginSlots(isKnown: (request: FastifyRequest) => boolean) {
	const inside = new Set<FastifyRequest>()
	return {
		async enter(request: FastifyRequest): Promise<void> {
			if (isKnown(request)) return
			if (inside.size >= mostStrangers) {
				throw new FailureAnswer(fail('demasiadas_solicitudes', { extra: { retry_after: retrySeconds } }))
			}
			inside.add(request)
		},
		/** Gives the place up; of a call that has none it changes nothing. */
		async leave(request: FastifyRequest): Promise<void> {
			inside.delete(request)
		},
	}
}
