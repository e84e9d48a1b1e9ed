import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { html, sendPage, showMoment, showPesos } from '../look.ts'
import { checks, choices, delayField, payActions, payForm, postReturn, postReturnScript } from '../pay-form.ts'
import { confirmOrder, confirmRefund, type FlowParts, payOrder } from './pay.ts'
import type { FlowOrder } from './records.ts'
import { noticeField, noticeKinds } from './settings.ts'

const title = 'Flow'
const statuses = { 1: 'pendiente', 2: 'pagada', 3: 'rechazada', 4: 'anulada' } as const
const checkbox = z.literal('si').optional().transform(Boolean)
const choiceSchema = z.object({
	token: z.string(),
	accion: z.enum(payActions),
	aviso: noticeField,
	demora_segundos: z.coerce.number().min(0).max(3_600).optional(),
	luego: z.enum(['nada', 'aprobar', 'cancelar']).default('nada'),
	alterado: checkbox,
	sin_volver: checkbox,
})

function form(order: FlowOrder, home: string, delaySeconds: number) {
	const later = { nada: 'Queda pendiente', aprobar: 'Se paga', cancelar: 'Se anula' }
	const troubles = { alterado: 'Monto alterado (1.000 pesos menos)', sin_volver: 'Cerrar la pestaña sin volver' }
	return payForm({
		action: `${home}/app/web/pagar`,
		hidden: ['token', order.token],
		variants: html`${choices('Cómo se avisa a la tienda', 'aviso', noticeKinds)}${delayField(delaySeconds)}
${choices('Un cupón por pagar, después', 'luego', later)}${checks('Lo que sale mal', troubles)}`,
	})
}

/** Pay page. The browser returns with a POST that contains the token. */
export function flowPayPages(app: FastifyInstance, parts: FlowParts): void {
	const { records, faults } = parts
	const home = app.prefix
	const unknown = (reply: FastifyReply) =>
		sendPage(reply, { title, home, status: 404, body: html`<h1>Esta orden de pago no existe</h1>` })

	app.get('/volver.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(postReturnScript))

	app.get<{ Querystring: { token?: string } }>('/app/web/pay.php', async (request, reply) => {
		const order = records.order(request.query.token ?? '')
		if (!order) return unknown(reply)
		if (order.status !== 1) {
			const body = html`<p>Esta orden ya está ${statuses[order.status]}.</p>${postReturn(home, order.urlReturn, { token: order.token })}`
			return sendPage(reply, { title, home, body })
		}
		const body = html`<div class="card"><h1>Paga tu compra</h1><p>${order.subject}</p>
<p class="total">${showPesos(order.amount)}</p>
<p class="soft">Nadie cobra nada aquí: eliges cómo responde el medio de pago.</p>
${form(order, home, faults.settings().demora_segundos)}</div>`
		return sendPage(reply, { title, home, body })
	})

	app.post('/app/web/pagar', async (request, reply) => {
		const choice = choiceSchema.safeParse(request.body)
		const order = choice.data && records.order(choice.data.token)
		if (!choice.data || !order) return unknown(reply)
		const demora_segundos = choice.data.demora_segundos ?? faults.settings().demora_segundos
		if (order.status === 1) await payOrder(order, { ...choice.data, demora_segundos }, parts)
		const body = choice.data.sin_volver
			? html`<h1>Cerraste la pestaña</h1><p>La tienda no te vio volver.</p>`
			: postReturn(home, order.urlReturn, { token: order.token })
		return sendPage(reply, { title, home, body })
	})
}

const moveSchema = z.object({ accion: z.enum(['pagar', 'anular', 'avisar']), aviso: noticeField })
const refundSchema = z.object({ accion: z.enum(['accepted', 'refunded', 'rejected']) })

function orderCard(order: FlowOrder, { records }: FlowParts, home: string) {
	const refunds = records.refunds().filter((refund) => refund.flowOrder === order.flowOrder)
	const moves = { accepted: 'Aceptar', refunded: 'Devolver', rejected: 'Rechazar' }
	const buttons = Object.entries(moves).map(
		([name, text]) => html`<button name="accion" value="${name}">${text}</button> `,
	)
	const kinds = Object.entries(noticeKinds).map(([kind, text]) => html`<option value="${kind}">${text}</option>`)
	return html`<section class="card"><dl><dt>Orden</dt><dd>${order.commerceOrder} (${order.flowOrder})</dd>
<dt>Estado</dt><dd>${statuses[order.status]}</dd><dt>Total</dt><dd>${showPesos(order.amount)}</dd>
<dt>Creada</dt><dd>${showMoment(order.created_at)}</dd></dl>
<p><a href="${home}/app/web/pay.php?token=${order.token}">Página de pago</a></p>
<form method="post" action="${home}/operador/ordenes/${order.token}">
<label class="field">Cómo se avisa <select name="aviso">${kinds}</select></label>
${order.status !== 2 && html`<button name="accion" value="pagar">Pagar</button> `}
${order.status === 1 && html`<button name="accion" value="anular">Anular</button> `}
<button name="accion" value="avisar">Avisar otra vez</button></form>
${refunds.map(
	(refund) => html`<p>Devolución de ${showPesos(refund.amount)}: ${refund.status}</p>
<form method="post" action="${home}/operador/devoluciones/${refund.token}">${buttons}</form>`,
)}</section>`
}

/** Operator page: the last orders, their refunds, and later decisions. */
export function flowOperatorPage(app: FastifyInstance, parts: FlowParts): void {
	const { records, deliveries, faults } = parts
	const home = app.prefix

	app.get('/', async (_request, reply) => {
		const orders = records.orders().slice(-50).reverse()
		const shown = orders.map((order) => records.order(order.token) ?? order)
		const body = html`<h1>Flow de mentira</h1><p>Las órdenes de pago, desde la última: ${shown.length}.</p>${faults.form()}
${shown.map((order) => orderCard(order, parts, home))}`
		return sendPage(reply, { title, home, body })
	})

	app.post<{ Params: { token: string } }>('/operador/ordenes/:token', async (request, reply) => {
		const parsed = moveSchema.safeParse(request.body)
		const order = records.order(request.params.token)
		if (!parsed.success || !order) return reply.code(404).send({ message: 'Order not found' })
		const { accion, aviso } = parsed.data
		if (accion === 'pagar' && order.status !== 2) records.setStatus(order, { status: 2, paidAmount: order.amount })
		if (accion === 'anular' && order.status === 1) records.setStatus(order, { status: 4 })
		await confirmOrder(order, aviso, faults.settings().demora_segundos, deliveries)
		return reply.redirect(`${home}/`, 303)
	})

	app.post<{ Params: { token: string } }>('/operador/devoluciones/:token', async (request, reply) => {
		const parsed = refundSchema.safeParse(request.body)
		const refund = records.refund(request.params.token)
		if (!parsed.success || !refund) return reply.code(404).send({ message: 'Refund not found' })
		records.moveRefund(refund, parsed.data.accion)
		confirmRefund(refund, deliveries)
		return reply.redirect(`${home}/`, 303)
	})
}
