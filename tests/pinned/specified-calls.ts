import type { FastifyInstance } from 'fastify'
import { withoutChance } from '#tests/pinned/answer-line.ts'

/** The calls named by the specification, as registered (the router ignores a trailing slash). */
const specified = [
	'POST /api/token',
	'POST /api/login-google',
	'GET /api/products/:sku/availability',
	'POST /api/cart/refresh',
	'GET /api/perfil',
	'GET /api/admin_listar_ordenes',
	'GET /api/admin_usuarios',
	'GET /api/admin_productos',
	'PUT /api/admin_usuarios/:id',
	'PUT /api/admin_ordenes/:id',
	'POST /api/admin_productos',
	'PATCH /api/admin_productos/:id',
	'DELETE /api/admin_productos/:id',
	'POST /api/crear_orden',
	'POST /api/register',
	'POST /api/auth/password-reset',
	'GET /api/auth/password-reset/validate',
	'POST /api/auth/password-reset/confirm',
	'POST /api/subir_comprobante',
	'GET /api/pago_exitoso',
	'GET /api/orden_transferencia_exitosa',
	'GET /api/orden_efectivo_exitosa',
	'GET /api/flow/status',
	'GET /api/flow/message',
]

/** Records each answer of the specified calls as text, with variable values replaced. */
export class SpecifiedCalls {
	readonly #answers = new Map(specified.map((call) => [call, new Set<string>()]))
	readonly #shown: (payload: string) => string

	/** `shown` returns what is recorded of a body, by default all. */
	constructor(shown: (payload: string) => string = (payload) => payload) {
		this.#shown = shown
	}

	/** Must run before the shop adds its own hooks. */
	watch(app: FastifyInstance): void {
		app.addHook('onSend', (request, reply, payload, done) => {
			const answers = this.#answers.get(`${request.method} ${request.routeOptions.url}`)
			answers?.add(withoutChance(`${reply.statusCode} ${typeof payload === 'string' ? this.#shown(payload) : ''}`))
			done()
		})
	}

	/** Returns each call with its distinct answers, sorted; also calls without any. */
	text(): string {
		const blocks = [...this.#answers].map(([call, answers]) =>
			[call, ...(answers.size > 0 ? [...answers].toSorted() : ['not reached'])].join('\n  '),
		)
		return `${blocks.join('\n\n')}\n`
	}
}
