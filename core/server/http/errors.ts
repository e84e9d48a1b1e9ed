import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { type Failure, FailureAnswer, type FailureCode, fail, failures } from '#core/contract/failure.ts'
import { projectFolder } from '#core/server/platform/runtime.ts'

/** The shop's codes for Fastify's own errors. */
const known: Readonly<Record<string, FailureCode>> = {
	FST_ERR_CTP_INVALID_JSON_BODY: 'no_json',
	FST_ERR_CTP_EMPTY_JSON_BODY: 'no_json',
	FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'no_json',
	FST_ERR_CTP_BODY_TOO_LARGE: 'demasiado_grande',
	FST_ERR_CTP_INVALID_MEDIA_TYPE: 'tipo_no_soportado',
	FST_REQ_FILE_TOO_LARGE: 'comprobante_grande',
	FST_FILES_LIMIT: 'comprobantes_juntos',
	FST_FIELDS_LIMIT: 'demasiado_grande',
	FST_PARTS_LIMIT: 'demasiado_grande',
}

/** Seconds until a busy resource may be free. */
export const retryAfterSeconds = '5'

/** Sends an expected failure in the form of every error answer. */
export function sendFailure(reply: FastifyReply, failure: Failure) {
	const { failure: code, text, extra } = failure
	if (code === 'servicio_ocupado') reply.header('retry-after', retryAfterSeconds)
	if (typeof extra.retry_after === 'number') reply.header('retry-after', String(extra.retry_after))
	return reply.status(failures[code].status).send({ error: text, detail: text, code, ...extra })
}

function failureOf(error: unknown): Failure | undefined {
	if (error instanceof FailureAnswer) return error.failure
	if (hasZodFastifySchemaValidationErrors(error)) {
		const campos = [...new Set(error.validation.map((issue) => issue.instancePath.split('/')[1] ?? ''))].filter(Boolean)
		return fail('campos_invalidos', { extra: { campos } })
	}
	const { code, statusCode } = error as Partial<FastifyError>
	if (code && known[code]) return fail(known[code])
	// A NUL or half a surrogate pair: valid in JSON, not storable as PostgreSQL text.
	if (hasCode(error, unstorable)) return fail('campos_invalidos')
	for (const cause of chainOf(error)) {
		const rule = 'constraint' in cause ? String(cause.constraint) : ''
		if (Object.hasOwn(brokenRules, rule)) return brokenRules[rule]
	}
	if (isUnreachable(error) || statusCode === 503) return fail('servicio_ocupado')
	if (statusCode && statusCode >= 400 && statusCode < 500) return fail('no_json')
	return undefined
}

/** Codes of Node and PostgreSQL for a database that is unreachable, too busy, or cancelled this call. */
const unreachable = new Set([
	'ECONNREFUSED',
	'ECONNRESET',
	'EPIPE',
	'ETIMEDOUT',
	'EHOSTUNREACH',
	'ENOTFOUND',
	// The former primary became a read-only standby.
	'25006',
	'25P03',
	'40001',
	'40P01',
	'55P03',
	'57014',
	'57P01',
	'57P02',
	'57P03',
	'08000',
	'08001',
	'08003',
	'08006',
	// A connection pool's own error: no connection available, or a timeout.
	'08P01',
	// The disk is full: nothing was written, and an order succeeds once there is space.
	'53100',
	'53300',
])

/**
 * Whether the client's own connection broke during the request: the error code equals that of a dropped database
 * connection.
 */
const isCutOff = ({ raw }: FastifyRequest, error: unknown) =>
	raw.destroyed && !raw.complete && hasCode(error, new Set(['ECONNRESET']))

/** PostgreSQL's codes for characters that it cannot store. */
const unstorable = new Set(['22021', '22P05'])

function chainOf(error: unknown): Error[] {
	const chain: Error[] = []
	for (let cause: unknown = error; cause instanceof Error && chain.length < 5; cause = cause.cause) chain.push(cause)
	return chain
}

const hasCode = (error: unknown, codes: ReadonlySet<string>) =>
	chainOf(error).some((cause) => 'code' in cause && codes.has(String(cause.code)))

/**
 * Messages of the drivers and PostgreSQL without a code: the database is unreachable, or this process is closing its
 * pool.
 */
const unreachableWords = new RegExp(
	[
		'timeout exceeded when trying to connect',
		'Connection terminated',
		'not queryable',
		// Like 25006, when the first statement on the standby needs a transaction id.
		'cannot assign TransactionIds during recovery',
		'Cannot use a pool after calling end',
		'PGlite is clos(ing|ed)',
		'Database (connection is )?not opened',
	].join('|'),
)

/** Whether the database is unreachable or its pool is exhausted: a retry may succeed. */
export const isUnreachable = (error: unknown) =>
	hasCode(error, unreachable) || chainOf(error).some(({ message }) => unreachableWords.test(message))

/**
 * Converts errors to answers: expected ones with code and sentence, others logged whole and answered with the request
 * id only.
 */
export function answerErrors(
	app: FastifyInstance,
	onUnexpected: (cause: string) => void = () => {},
	onRefused: (request: FastifyRequest, code: FailureCode) => void = () => {},
): void {
	app.setErrorHandler((error, request, reply) => {
		if (isCutOff(request, error)) {
			request.log.info({ err: error }, 'a visitor left before the call had come whole')
			return sendFailure(reply, fail('no_json'))
		}
		const failure = failureOf(error)
		if (failure) {
			onRefused(request, failure.failure)
			if (failures[failure.failure].status >= 500) request.log.error({ err: error }, 'a call could not be served')
			return sendFailure(reply, failure)
		}
		const what = isResponseSerializationError(error) ? 'an answer does not have its promised shape' : 'unexpected error'
		const causa = errorCause(error)
		onUnexpected(causa)
		request.log.error({ err: error, causa }, what)
		return sendFailure(reply, fail('error_interno', { extra: { solicitud: request.id } }))
	})
	const calls: Call[] = []
	app.addHook('onRoute', ({ url, method }) => {
		// A file is matched by its name, not by its folder's wildcard route.
		if (url.includes('*')) return
		const path = new RegExp(`^${url.replace(/\/$/, '').replace(/:[^/]+/g, '[^/]+')}/?$`)
		for (const verb of [method].flat()) if (verb !== 'HEAD' && verb !== 'OPTIONS') calls.push({ verb, path })
	})
	app.setNotFoundHandler((request, reply) => answerUnknown(calls, request, reply))
}

/** The longest parameter of a path, in characters. */
export const maxParamLength = 2048

/** Whether routes can match the path: UTF-8, no empty host-like beginning (`//`), no oversized parameter. */
function isRoutable(path: string): boolean {
	if (path.startsWith('//') || !(path.startsWith('/') || path === '*' || URL.canParse(path))) return false
	try {
		const segments = decodeURIComponent(path).split('/')
		// A call with an oversized parameter is unknown, or known with other methods: its own handler answers both.
		return path.startsWith('/api/') || segments.every((segment) => segment.length <= maxParamLength)
	} catch {
		return false
	}
}

/** Replaces an unreadable address by an unknown one, so that it gets the same answer: a browser the 404 page, a call JSON. */
export function routableUrl({ url = '/' }: { readonly url?: string | undefined }): string {
	const path = url.replace(/\?.*$/s, '')
	if (isRoutable(path)) return url
	const unknown = '/pagina-no-encontrada'
	return path.startsWith('/api/') ? `/api${unknown}` : unknown
}

interface Call {
	readonly verb: string
	readonly path: RegExp
}

/** 405 for a known path with an unsupported method, else 404. */
function answerUnknown(calls: readonly Call[], request: FastifyRequest, reply: FastifyReply) {
	const path = request.url.split('?')[0] ?? ''
	const allowed = [...new Set(calls.filter((call) => call.path.test(path)).map(({ verb }) => verb))]
	const verb = request.method === 'HEAD' ? 'GET' : request.method
	// The path supports this method, so a parameter was invalid, for example too long.
	if (allowed.length === 0 || allowed.includes(verb)) return sendFailure(reply, fail('no_encontrado'))
	reply.header('allow', allowed.join(', '))
	return sendFailure(reply, fail('metodo_no_permitido'))
}

/** Distinct causes per process; an attack must not grow the list. */
const maxCauses = 200
const counted = new Set<string>()

const root = join(projectFolder, '/')

/** A stack frame in a file of the project, which frames name by URL or by path: its function, file and line. */
const ownFrame = new RegExp(
	`^\\s+at (?:async |new )*(?:(.+) \\()?(?:${[pathToFileURL(root).href, root].map(escapePattern).join('|')})(.+):(\\d+):\\d+\\)?$`,
)

function escapePattern(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/**
 * The innermost stack frame of the project's code: file and line in the sources, the function in the build, whose line
 * numbers mean nothing. There the shop's code is `main.js`; the database drivers are separate files.
 */
function placeOf(stack = ''): string {
	const frames = stack.split('\n').flatMap((line) => {
		const [, name = '', path = '', row = ''] = ownFrame.exec(line) ?? []
		return path === '' || path.includes('node_modules') ? [] : [{ name, path, row }]
	})
	const source = frames.find(({ path }) => path.endsWith('.ts'))
	if (source) return `${source.path}:${source.row}`
	const named = frames.filter(({ name }) => /^[\w$#.]{1,80}$/.test(name))
	return (named.find(({ path }) => path === 'dist/shop/main.js') ?? named[0])?.name ?? 'fuera'
}

/** A short name for an error and its location, equal for each occurrence; never its message, which may quote input. */
export function errorCause(error: unknown): string {
	let root = error
	for (let depth = 0; root instanceof Error && root.cause instanceof Error && depth < 5; depth++) root = root.cause
	const code = typeof root === 'object' && root !== null && 'code' in root ? ` ${String(root.code).slice(0, 40)}` : ''
	const name = root instanceof Error ? root.name : typeof root
	const cause = `${name}${code} ${placeOf(error instanceof Error ? error.stack : undefined)}`
	if (counted.has(cause)) return cause
	if (counted.size >= maxCauses) return 'otras'
	counted.add(cause)
	return cause
}

/** Constraints that two parallel callers can violate, by name, with the answer to the later one. */
export const brokenRules: Readonly<Record<string, Failure>> = {
	paradas_abierta: fail('orden_no_se_entrega', { text: 'La orden ya va en otra ronda.' }),
	productos_sku_color: fail('producto_repetido'),
	usuarios_email: fail('correo_registrado'),
	// One idempotency key sent with two different actions.
	movimientos_clave: fail('clave_repetida'),
	devoluciones_pkey: fail('clave_repetida'),
	devoluciones_a_mano_pkey: fail('clave_repetida'),
}

/** The shop's codes for Node's own errors; any other request was unreadable. */
const codes: Readonly<Record<string, FailureCode>> = {
	HPE_HEADER_OVERFLOW: 'direccion_larga',
	ERR_HTTP_REQUEST_TIMEOUT: 'solicitud_lenta',
}

/** Answers malformed, oversized or slow requests like every error, and closes the connection. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
	if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
	const code = codes[error.code] ?? 'no_json'
	const { status, text } = failures[code]
	const body = JSON.stringify({ error: text, detail: text, code })
	const head = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		'Content-Type: application/json; charset=utf-8',
		`Content-Length: ${Buffer.byteLength(body)}`,
		'Cache-Control: no-store',
		'Connection: close',
	]
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
