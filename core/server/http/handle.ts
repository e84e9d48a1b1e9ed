import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { refuse } from '#core/contract/failure.ts'
import type { LimitName } from '#core/contract/limit-rules.ts'
import { isAllowed, type Permission } from '#core/rules/permissions.ts'
import { byAccount, type LimitOptions, type RateLimits } from '#core/server/http/limits.ts'

/** The form of every error answer. `error` and `detail` have the same sentence; `code` is for programs. */
const errorAnswer = z.looseObject({
	error: z.string(),
	detail: z.string(),
	code: z.string(),
})

/** Spread into a route's `response` for its documented errors. */
const errorAnswers = { '4xx': errorAnswer, '5xx': errorAnswer } as const

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** The hooks of `modules/accounts/server/guard.ts`. */
interface CallerGuard {
	readonly requireCustomer: Hook
	readonly requireStaff: Hook
	readonly requireFreshIdentity: Hook
}

declare module 'fastify' {
	interface FastifyInstance {
		/** The guard and limits of every endpoint. Set before any endpoint is registered. */
		access: { readonly guard: CallerGuard; readonly limits: RateLimits }
	}
	interface FastifyContextConfig {
		/** A row of the table in core/rules/permissions.ts. */
		permission?: Permission
	}
}

type Output<S> = S extends z.ZodType ? z.output<S> : unknown

/** A request as its endpoint declares it. */
export type RequestOf<E extends Endpoint> = FastifyRequest<{
	Params: Output<E['params']>
	Querystring: Output<E['query']>
	Headers: Output<E['headers']>
	Body: Output<E['body']>
}>

interface HandleOptions {
	/** Options of a declared limit that is counted neither by address alone nor by the caller's account. */
	readonly limits?: Partial<Record<LimitName, LimitOptions>>
	readonly bodyLimit?: number
}

const requirePermission = (permission: Permission) =>
	async function requirePermission({ usuario }: FastifyRequest) {
		if (!isAllowed(permission, { ...usuario, is_active: true })) refuse('solo_superusuario')
	}

/** The checks before the body is read: session, permission, fresh proof. */
function guardsOf(endpoint: Endpoint, { guard }: FastifyInstance['access']) {
	if (endpoint.caller === 'anyone') return []
	const caller =
		endpoint.caller === 'staff' ? [guard.requireStaff, requirePermission(endpoint.permission)] : [guard.requireCustomer]
	return endpoint.freshProof ? [...caller, guard.requireFreshIdentity] : caller
}

function schemaOf(endpoint: Endpoint) {
	const { tag, summary, description, params, query, headers, body, answer, status = 200, produces, hidden } = endpoint
	return {
		tags: [tag],
		...(hidden && { hide: true }),
		...(summary && { summary }),
		...(description && { description }),
		...(endpoint.caller !== 'anyone' && { security: [{ bearer: [] }] }),
		...(endpoint.form && { consumes: ['multipart/form-data'] }),
		...(produces && { produces: [...produces] }),
		...(params && { params }),
		...(query && { querystring: query }),
		...(headers && { headers }),
		...(body && { body }),
		response: { [status]: answer, ...errorAnswers },
	}
}

/** Registers the handler of an endpoint behind its guard, permission and limits. */
export function handle<E extends Endpoint>(
	app: FastifyInstance,
	endpoint: E,
	answer: (request: RequestOf<E>, reply: FastifyReply) => Promise<z.input<E['answer']> | FastifyReply>,
	options: HandleOptions = {},
): void {
	const { access } = app
	const { limits = [], status } = endpoint as Endpoint
	const counted: LimitOptions = endpoint.caller === 'anyone' ? {} : byAccount
	app.route({
		method: endpoint.method,
		url: endpoint.path.replace(/\/$/, ''),
		schema: schemaOf(endpoint),
		...(endpoint.caller === 'staff' && { config: { permission: endpoint.permission } }),
		...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
		onRequest: guardsOf(endpoint, access),
		preHandler: limits.map((name) => access.limits.limit(name, options.limits?.[name] ?? counted)),
		handler: async (request, reply) => {
			if (status) reply.code(status)
			return await answer(request as RequestOf<E>, reply)
		},
	})
}
