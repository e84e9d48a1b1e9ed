import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordedHeaders, withoutChance } from '#tests/pinned/answer-line.ts'
import { BodyShape } from '#tests/pinned/body-shape.ts'
import type { ObservedRoute } from '#tests/pinned/observed-routes.ts'

/** Common and differing facts of the successes of one call. */
interface Successes {
	/** Status and headers. */
	readonly answers: Set<string>
	readonly shape: BodyShape
	readonly notes: Set<string>
}

/** Records the successes of each route, from tests, browser returns and gateways. */
export class SuccessRecord {
	readonly #calls = new Map<string, Successes>()

	/** Must run before the shop adds its own hooks. */
	watch(app: FastifyInstance): void {
		app.addHook('onSend', (request, reply, payload, done) => {
			if (isRecorded(request, reply) && isJson(reply) && hasShape(request) && typeof payload === 'string')
				this.#of(request.method, request.routeOptions.url ?? '').shape.add(JSON.parse(payload))
			done()
		})
		app.addHook('onResponse', (request, reply, done) => {
			if (isRecorded(request, reply)) {
				const headers = recordedHeaders((name) => reply.getHeader(name))
				const answer = withoutChance([reply.statusCode, ...headers].join(' · '))
				this.#of(request.method, request.routeOptions.url ?? '').answers.add(answer)
			}
			done()
		})
	}

	/** Adds a fact about a body that is not JSON. */
	note(method: string, url: string, fact: string): void {
		this.#of(method, url).notes.add(fact)
	}

	hasReached(method: string, path: string): boolean {
		return this.#calls.has(`${method} ${path}`)
	}

	/** Returns every route with its successes, and those without any. */
	text(routes: readonly ObservedRoute[]): string {
		const nameOf = ({ method, path }: ObservedRoute) => `${method} ${path}`
		const [reached, others] = [true, false].map((isReached) =>
			routes.map(nameOf).filter((name) => this.#calls.has(name) === isReached),
		)
		const blocks = (reached ?? []).map((name) => {
			const { answers = new Set(), shape, notes = new Set() } = this.#calls.get(name) ?? {}
			const facts = [...[...answers].toSorted(), ...[...notes].toSorted(), ...(shape?.lines() ?? [])]
			return [name, ...facts.map((fact) => `  ${fact}`)].join('\n')
		})
		const head = `${reached?.length} of ${routes.length} routes\n\nNot reached:\n${others?.map((name) => `  ${name}`).join('\n')}`
		return `${[head, ...blocks].join('\n\n')}\n`
	}

	#of(method: string, url: string): Successes {
		const key = `${method} ${url.replace(/:(\w+)/g, '{$1}')}`
		const known = this.#calls.get(key)
		if (known) return known
		const made = { answers: new Set<string>(), shape: new BodyShape(), notes: new Set<string>() }
		this.#calls.set(key, made)
		return made
	}
}

const isRecorded = ({ routeOptions: { url } }: FastifyRequest, { statusCode }: FastifyReply) =>
	url !== undefined && !url.startsWith('/simuladores') && statusCode < 400
/** The OpenAPI document has its own record. */
const hasShape = (request: FastifyRequest) => request.routeOptions.url !== '/api/openapi.json'
const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json')
