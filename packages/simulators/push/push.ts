import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { faultSwitch } from '../faults.ts'
import { serveStylesheet } from '../look.ts'
import { providerScope } from '../provider-scope.ts'
import { vapidProblem } from './check-vapid.ts'
import { decrypt } from './decrypt.ts'
import { pushPages } from './pages.ts'
import { answers, type Parts, settingsSchema } from './parts.ts'
import { openRecords, type Subscription } from './records.ts'

const headersSchema = z.looseObject({
	ttl: z.coerce.number().int().min(0),
	urgency: z.enum(['very-low', 'low', 'normal', 'high']).default('normal'),
	topic: z
		.string()
		.regex(/^[\w-]{1,32}$/)
		.optional(),
	'content-encoding': z.literal('aes128gcm'),
})
const keySchema = z.object({ applicationServerKey: z.string().regex(/^[\w-]{87}$/) })
const answerSchema = z.object({ responde: z.enum(answers) })

/** Minimum message size that a push service accepts, encrypted. */
const maxBytes = 4_096

export interface PushOptions {
	readonly dataDir: string
	/** URL of the simulators for senders; endpoints start with it. */
	readonly url: string
	readonly clock?: () => Date
}

const refuse = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ message })

/** Accepts one message of an existing subscription, if headers, sender and encryption are valid. */
async function take(parts: Parts, to: Subscription, { headers, body }: FastifyRequest, reply: FastifyReply) {
	const audience = new URL(parts.url).origin
	const problem = await vapidProblem(headers.authorization, { subscribedWith: to.applicationServerKey, audience })
	if (problem) return refuse(reply, 403, problem)
	const read = headersSchema.safeParse(headers)
	if (!read.success) return refuse(reply, 400, z.prettifyError(read.error))
	if (!Buffer.isBuffer(body)) return refuse(reply, 400, 'there is no body')
	if (body.length > maxBytes) return refuse(reply, 413, 'the message is too large')
	let text: string
	try {
		text = decrypt(body, to)
	} catch {
		// A real service cannot decrypt; a browser silently drops an unreadable message.
		return refuse(reply, 400, 'the browser could not read this message')
	}
	const { ttl, urgency, topic = '' } = read.data
	const { id } = parts.records.receive({ subscription: to.id, text, ttl, urgency, topic })
	return reply.code(201).header('location', `${parts.url}/push/recibos/${id}`).send()
}

/** The protocol of push services (RFC 8030), and a call that subscribes a simulated browser. */
function pushApi(app: FastifyInstance, parts: Parts): void {
	const { records, faults, url, answer } = parts
	app.addContentTypeParser(
		'application/octet-stream',
		{ parseAs: 'buffer', bodyLimit: 64 * 1024 },
		(_request, body, done) => done(null, body),
	)

	app.post<{ Params: { id: string } }>('/mensajes/:id', { onRequest: faults.guard }, async (request, reply) => {
		const to = records.subscription(request.params.id)
		if (!to) return refuse(reply, 404, 'there is no such subscription')
		const code = to.isGone ? '410' : answer.code
		if (code === '429') reply.header('retry-after', '60')
		return code === '201' ? await take(parts, to, request, reply) : refuse(reply, Number(code), 'as it was told to')
	})

	app.post('/suscripciones', async ({ body }, reply) => {
		const parsed = keySchema.safeParse(body)
		if (!parsed.success) return refuse(reply, 400, z.prettifyError(parsed.error))
		const { id, publicKey: p256dh, auth } = records.subscribe(parsed.data.applicationServerKey)
		return { endpoint: `${url}/push/mensajes/${id}`, expirationTime: null, keys: { p256dh, auth } }
	})

	app.post<{ Params: { id: string } }>('/suscripciones/:id/baja', async ({ params }, reply) =>
		records.unsubscribe(params.id) ? reply.redirect(`${app.prefix}/`, 303) : refuse(reply, 404, 'not there'),
	)

	app.post('/operador/respuesta', async ({ body }, reply) => {
		const parsed = answerSchema.safeParse(body)
		if (!parsed.success) return refuse(reply, 400, z.prettifyError(parsed.error))
		answer.code = parsed.data.responde
		return reply.redirect(`${app.prefix}/`, 303)
	})
}

/** Simulator of a push service: checks the sender (VAPID), decrypts messages with the browser's keys, and shows them. */
export function pushSimulator(options: PushOptions): FastifyPluginAsync {
	return async (app) => {
		const { dataDir, url, clock = () => new Date() } = options
		await providerScope(app)
		serveStylesheet(app)
		const records = openRecords(join(dataDir, 'push.jsonl'), clock)
		app.addHook('onClose', async () => records.close())
		const faults = faultSwitch(app, settingsSchema)
		const parts: Parts = { records, faults, url, answer: { code: '201' } }
		pushApi(app, parts)
		pushPages(app, parts)
	}
}
