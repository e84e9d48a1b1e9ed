import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { html, sendPage, serveStylesheet, showMoment } from '../look.ts'
import { providerScope } from '../provider-scope.ts'
import type { Mailbox, ReceivedMail } from './mailbox.ts'

/** A mail's HTML runs no script and loads nothing external; its links open outside the frame. */
const mailPolicy =
	"default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; sandbox allow-popups allow-popups-to-escape-sandbox; base-uri 'none'; frame-ancestors 'self'"

const refuseSchema = z.object({
	veces: z.coerce.number().int().min(0).max(10_000).default(1),
	codigo: z.union([z.literal(451), z.literal(550)]).default(451),
})

function mailRow(mail: ReceivedMail, home: string) {
	return html`<li class="card"><a href="${home}/${mail.id}"><strong>${mail.subject || '(sin asunto)'}</strong></a>
<div class="soft wrap">Para ${mail.to} · ${showMoment(mail.created_at)}</div></li>`
}

/** Pages of the inbox: the list (also as JSON), a mail, and the mail's HTML in a sandboxed frame. */
export async function inboxPages(app: FastifyInstance, inbox: Mailbox): Promise<void> {
	const home = app.prefix
	const find = (id: string) => inbox.mails().find((mail) => mail.id === id)
	await providerScope(app)
	serveStylesheet(app)

	app.get('/', async (request, reply) => {
		const mails = inbox.mails()
		if (request.headers.accept?.includes('application/json'))
			return reply.header('cache-control', 'no-store').send(mails)
		const body = html`<h1>Correos enviados por la tienda</h1>
${mails.length === 0 ? html`<p>Todavía no llega ningún correo.</p>` : html`<ul class="plain">${mails.map((mail) => mailRow(mail, home))}</ul>`}`
		return sendPage(reply, { title: 'Correo', home, body })
	})

	app.get<{ Params: { id: string } }>('/:id', async (request, reply) => {
		const mail = find(request.params.id)
		if (!mail) {
			return sendPage(reply, { title: 'Correo', home, status: 404, body: html`<h1>Ese correo ya no está</h1>` })
		}
		const body = html`<h1>${mail.subject || '(sin asunto)'}</h1>
<div class="card"><dl><dt>De</dt><dd>${mail.from}</dd><dt>Para</dt><dd>${mail.to}</dd>
<dt>Fecha</dt><dd>${showMoment(mail.created_at)}</dd></dl></div>
${mail.html && html`<h2>Mensaje</h2><iframe title="Mensaje" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${home}/${mail.id}/html"></iframe>`}
<h2>Solo texto</h2><div class="card"><pre>${mail.text}</pre></div>`
		return sendPage(reply, { title: 'Correo', home, body })
	})

	app.get<{ Params: { id: string } }>('/:id/html', async (request, reply) => {
		const mail = find(request.params.id)
		return reply
			.code(mail ? 200 : 404)
			.type('text/html; charset=utf-8')
			.header('content-security-policy', mailPolicy)
			.header('x-frame-options', 'SAMEORIGIN')
			.header('origin-agent-cluster', '?0')
			.header('cache-control', 'no-store')
			.send(`<base target="_blank">${mail?.html ?? ''}`)
	})

	app.post('/_faults', async (request, reply) => {
		const parsed = refuseSchema.safeParse(request.body ?? {})
		if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) })
		inbox.refuseNext(parsed.data.veces, parsed.data.codigo)
		return parsed.data
	})
}
