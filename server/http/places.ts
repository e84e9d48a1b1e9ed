import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/failure.ts'
import { FailureAnswer } from '#server/http/answer.ts'
import { networkOf } from '#server/http/network-of.ts'

/**
 * Bounds how many calls whose bodies are held in memory are served at once: `max` in this process, `maxOfAddress` from one
 * network address, so that one visitor who never finishes does not take every place. Beyond it a call ends with
 * `servicio_ocupado` before its body is read.
 */
export function createPlaces({ max, maxOfAddress }: { max: number; maxOfAddress: number }) {
	const taken = new Map<string, number>()
	let all = 0
	return async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
		const network = networkOf(request.ip)
		const ofNetwork = taken.get(network) ?? 0
		if (all >= max || ofNetwork >= maxOfAddress) throw new FailureAnswer(refuse('servicio_ocupado'))
		all += 1
		taken.set(network, ofNetwork + 1)
		try {
			return await work()
		} finally {
			all -= 1
			const left = (taken.get(network) ?? 1) - 1
			if (left > 0) taken.set(network, left)
			else taken.delete(network)
		}
	}
}
