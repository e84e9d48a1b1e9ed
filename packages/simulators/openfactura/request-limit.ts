import type { FastifyReply } from 'fastify'

/** Limits of calls; 0: unlimited. */
export interface RequestLimits {
	readonly perSecond: number
	readonly perMinute: number
}

/** Counts calls in real time; excess calls get 429 in one of the provider's two formats. */
export function requestLimit({ perSecond, perMinute }: RequestLimits) {
	let calls: number[] = []
	return (reply: FastifyReply) => {
		const now = performance.now()
		calls = calls.filter((at) => now - at < 60_000)
		const last = calls.filter((at) => now - at < 1_000).length
		if (perSecond > 0 && last >= perSecond) {
			const message = 'Rate limit is exceeded. Try again in 1 seconds.'
			return reply.code(429).send({ statusCode: 429, message })
		}
		if (perMinute > 0 && calls.length >= perMinute) return reply.code(429).send({ message: 'API rate limit exceeded' })
		calls.push(now)
		return undefined
	}
}
