import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Deliveries } from '../deliveries.ts'
import type { FaultSwitch } from '../faults.ts'
import { type Html, html, sendPage, showMoment, showPesos } from '../look.ts'
import { checks, choices, payActions, payForm, postReturn, postReturnScript } from '../pay-form.ts'
import type { Transaction, WebpayRecords } from './records.ts'
import { type ReturnKind, returnKinds, type Settings } from './settings.ts'

interface PageParts {
	readonly records: WebpayRecords
	readonly faults: FaultSwitch<Settings>
	readonly deliveries: Deliveries
	readonly clock: () => Date
}

const title = 'Webpay Plus'
const checkbox = z.literal('si').optional().transform(Boolean)
const choiceSchema = z.object({
	token_ws: z.string(),
	accion: z.enum(payActions),
	retorno: z.enum(Object.keys(returnKinds) as [ReturnKind, ...ReturnKind[]]).default('normal'),
	alterado: checkbox,
	debito: checkbox,
	cuotas: checkbox,
	sin_volver: checkbox,
})
type Choice = z.output<typeof choiceSchema>

function form(transaction: Transaction, home: string) {
	const troubles = {
		alterado: 'Monto alterado (1.000 pesos menos)',
		debito: 'Pagar con débito',
		cuotas: 'Pagar en 3 cuotas sin interés',
		sin_volver: 'Cerrar la pestaña sin volver',
	}
	return payForm({
		action: `${home}/webpayserver/pagar`,
		hidden: ['token_ws', transaction.token],
		variants: html`${choices('Cómo vuelve el navegador', 'retorno', returnKinds)}${checks('Cómo se paga', troubles)}`,
	})
}

/** Returns the parameters of the four returns: normal, aborted, timed out, and from the error page. */
function returnFields({ token, session_id, buy_order }: Transaction, choice: Choice): Record<string, string> {
	const whose = { TBK_ID_SESION: session_id, TBK_ORDEN_COMPRA: buy_order }
	if (choice.retorno === 'vencido') return whose
	if (choice.retorno === 'error') return { token_ws: token, TBK_TOKEN: token, ...whose }
	return choice.accion === 'abandonar' ? { TBK_TOKEN: token, ...whose } : { token_ws: token }
}

/** An unpaid token expires. */
function isDead({ decision, created_at }: Transaction, { clock, faults }: PageParts): boolean {
	const ageMs = clock().getTime() - new Date(created_at).getTime()
	return decision === undefined && ageMs > faults.settings().minutos_de_vida * 60_000
}

function decide(transaction: Transaction, choice: Choice, { records, clock }: PageParts): void {
	if (transaction.decision || transaction.committed_at) return
	const decisions = { aprobar: 'approved', rechazar: 'refused', abandonar: 'aborted', pendiente: undefined } as const
	const decision = choice.retorno === 'vencido' ? 'aborted' : decisions[choice.accion]
	if (!decision) return
	const amount = transaction.amount - (choice.alterado ? 1_000 : 0)
	records.change(transaction, {
		decision,
		decided_at: clock().toISOString(),
		amount,
		isDebit: choice.debito,
		cuotas: choice.cuotas ? 3 : 0,
	})
}

/** Redirects the browser by GET, or by the POST of the provider's test environment. */
function sendBack(reply: FastifyReply, transaction: Transaction, choice: Choice, parts: PageParts & { home: string }) {
	const { home } = parts
	const fields = returnFields(transaction, choice)
	if (choice.retorno === 'post')
		return sendPage(reply, { title, home, body: postReturn(home, transaction.return_url, fields) })
	const address = new URL(transaction.return_url)
	for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
	if (choice.retorno === 'dos-veces') {
		const headers = { 'content-type': 'application/x-www-form-urlencoded' }
		const again = {
			url: transaction.return_url,
			headers,
			body: new URLSearchParams(fields).toString(),
			persistent: false,
		}
		for (const delaySeconds of [0, 0, 2]) parts.deliveries.later(delaySeconds, () => again)
	}
	return reply.redirect(address.href, 303)
}

/** Operator page: the newest transactions and the pending faults. */
function overview({ records, faults }: PageParts, home: string): Html {
	const shown = records.all().slice(-50).reverse()
	const cards = shown.map(
		(one) => html`<section class="card"><dl><dt>Orden</dt><dd>${one.buy_order}</dd><dt>Estado</dt><dd>${one.status}</dd>
<dt>Decisión</dt><dd>${one.decision ?? 'ninguna'}</dd><dt>Monto</dt><dd>${showPesos(one.amount)}, devuelto ${showPesos(one.refunded)}</dd>
<dt>Creada</dt><dd>${showMoment(one.created_at)}</dd></dl>
<p><a href="${home}/webpayserver/initTransaction?token_ws=${one.token}">Página de pago</a></p></section>`,
	)
	return html`<h1>Webpay de mentira</h1><p>Las transacciones, desde la última: ${shown.length}.</p>${faults.form()}${cards}`
}

export function webpayPages(app: FastifyInstance, parts: PageParts): void {
	const { records } = parts
	const home = app.prefix

	function payPage(reply: FastifyReply, token: string | undefined) {
		const transaction = records.get(token ?? '')
		if (!transaction) {
			return sendPage(reply, { title, home, status: 404, body: html`<h1>Esta transacción no existe</h1>` })
		}
		if (isDead(transaction, parts)) {
			const text = html`<h1>Esta transacción expiró</h1><p>Vuelve a la tienda e intenta pagar otra vez.</p>`
			return sendPage(reply, { title, home, status: 410, body: text })
		}
		const back = `${transaction.return_url}?token_ws=${transaction.token}&TBK_TOKEN=${transaction.token}&TBK_ID_SESION=${encodeURIComponent(transaction.session_id)}&TBK_ORDEN_COMPRA=${encodeURIComponent(transaction.buy_order)}`
		const body = transaction.decision
			? html`<h1>Esta transacción ya terminó</h1><p><a class="button" href="${back}">Volver a la tienda</a></p>`
			: html`<div class="card"><h1>Paga tu compra</h1><p>Orden ${transaction.buy_order}</p>
<p class="total">${showPesos(transaction.amount)}</p>
<p class="soft">Nadie cobra nada aquí: eliges cómo responde el banco.</p>${form(transaction, home)}</div>`
		return sendPage(reply, { title, home, body })
	}

	app.get('/volver.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(postReturnScript))
	app.get<{ Querystring: { token_ws?: string } }>('/webpayserver/initTransaction', async ({ query }, reply) =>
		payPage(reply, query.token_ws),
	)
	app.post<{ Body: { token_ws?: string } | null }>('/webpayserver/initTransaction', async ({ body }, reply) =>
		payPage(reply, body?.token_ws),
	)

	app.post('/webpayserver/pagar', async (request, reply) => {
		const choice = choiceSchema.safeParse(request.body)
		const transaction = choice.data && records.get(choice.data.token_ws)
		if (!choice.data || !transaction) return payPage(reply, undefined)
		if (isDead(transaction, parts)) return payPage(reply, transaction.token)
		decide(transaction, choice.data, parts)
		if (!choice.data.sin_volver && choice.data.accion !== 'pendiente')
			return sendBack(reply, transaction, choice.data, { ...parts, home })
		const page = `${home}/webpayserver/initTransaction?token_ws=${transaction.token}`
		const body = html`<h1>Cerraste la pestaña</h1><p>La tienda no te vio volver.</p>
<p><a class="button" href="${page}">Abrir la página de pago otra vez</a></p>`
		return sendPage(reply, { title, home, body })
	})

	app.get('/', async (_request, reply) => {
		return sendPage(reply, { title, home, body: overview(parts, home) })
	})
}
