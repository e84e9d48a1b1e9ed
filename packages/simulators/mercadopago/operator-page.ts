import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { html, sendPage, showMoment, showPesos } from '../look.ts'
import { disputeForm } from './disputes.ts'
import { type NoticeKind, noticeKinds } from './notices.ts'
import type { PayParts } from './pay.ts'
import { type Payment, type Preference, preferenceTotal } from './records.ts'

const moves = {
	aprobar: { text: 'Aprobar', status: 'approved', detail: 'accredited', from: ['in_process', 'pending', 'rejected'] },
	rechazar: {
		text: 'Rechazar',
		status: 'rejected',
		detail: 'cc_rejected_other_reason',
		from: ['in_process', 'pending'],
	},
	cancelar: { text: 'Cancelar', status: 'cancelled', detail: 'by_collector', from: ['in_process', 'pending'] },
	disputar: { text: 'Contracargo', status: 'charged_back', detail: 'settled', from: ['approved'] },
} as const

const noticeField = z.enum(Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]).default('normal')
const moveSchema = z.object({
	accion: z.enum(['aprobar', 'rechazar', 'cancelar', 'disputar', 'devolver', 'avisar']),
	aviso: noticeField,
})
const lateSchema = z.object({ aviso: noticeField, monto: z.coerce.number().int().positive().optional() })

function paymentCard(payment: Payment, prefix: string) {
	const possible = Object.entries(moves).filter(([, move]) => (move.from as readonly string[]).includes(payment.status))
	return html`<li class="card"><dl><dt>Pago</dt><dd>${payment.id}</dd><dt>Estado</dt><dd>${payment.status} (${payment.status_detail})</dd>
<dt>Monto</dt><dd>${showPesos(payment.transaction_amount)}, devuelto ${showPesos(payment.transaction_amount_refunded)}</dd></dl>
<form method="post" action="${prefix}/operador/pagos/${payment.id}">
<label class="field">Cómo se avisa <select name="aviso">${Object.entries(noticeKinds).map(
		([kind, text]) => html`<option value="${kind}">${text}</option>`,
	)}</select></label>
${possible.map(([name, move]) => html`<button name="accion" value="${name}">${move.text}</button> `)}
${payment.status === 'approved' && html`<button name="accion" value="devolver">Devolver</button> `}
<button name="accion" value="avisar">Avisar otra vez</button></form>${payment.date_approved !== null && disputeForm(prefix, payment)}</li>`
}

function preferenceCard(preference: Preference, payments: readonly Payment[], prefix: string) {
	return html`<section class="card"><dl><dt>Referencia</dt><dd>${preference.sent.external_reference}</dd>
<dt>Preferencia</dt><dd>${preference.id}</dd><dt>Total</dt><dd>${showPesos(preferenceTotal(preference))}</dd>
<dt>Creada</dt><dd>${showMoment(preference.date_created)}</dd></dl>
<p><a href="${prefix}/checkout/v1/redirect?pref_id=${preference.id}">Página de pago</a></p>
<form method="post" action="${prefix}/operador/preferencias/${preference.id}/pagar"><button>Agregar un pago aprobado</button></form>
<ul class="plain">${payments.map((payment) => paymentCard(payment, prefix))}</ul></section>`
}

/** Operator page: preferences, payments, and later decisions. */
export function operatorPage(app: FastifyInstance, { records, notifier, faults }: PayParts): void {
	const home = app.prefix

	app.get('/', async (_request, reply) => {
		const preferences = records.preferences.values().slice(-50).reverse()
		const body = html`<h1>Mercado Pago de mentira</h1>
<p>Las preferencias de pago y lo que se pagó por ellas, desde la última: ${preferences.length}.</p>${faults.form()}
${preferences.map((preference) => preferenceCard(preference, records.paymentsOf(preference.id), home))}`
		return sendPage(reply, { title: 'Mercado Pago', home, body })
	})

	app.post<{ Params: { id: string } }>('/operador/pagos/:id', async (request, reply) => {
		const parsed = moveSchema.safeParse(request.body)
		const payment = records.payments.get(request.params.id)
		const preference = payment && records.preferences.get(payment.preference_id)
		if (!parsed.success || !payment || !preference) return reply.code(404).send({ message: 'Payment not found' })
		const { accion, aviso } = parsed.data
		if (accion === 'devolver') {
			const left = payment.transaction_amount - payment.transaction_amount_refunded
			if (payment.status === 'approved' && left > 0) records.addRefund(payment, left)
		} else if (accion !== 'avisar') {
			const move = moves[accion]
			if (!(move.from as readonly string[]).includes(payment.status))
				return reply.code(409).send({ message: `a payment that is ${payment.status} cannot become ${move.status}` })
			records.movePayment(payment, move.status, move.detail)
		}
		const current = records.payments.get(request.params.id) ?? payment
		await notifier.notify(current, preference, aviso, faults.settings().demora_segundos)
		return reply.redirect(`${home}/`, 303)
	})

	app.post<{ Params: { id: string } }>('/operador/preferencias/:id/pagar', async (request, reply) => {
		const parsed = lateSchema.safeParse(request.body ?? {})
		const preference = records.preferences.get(request.params.id)
		if (!parsed.success || !preference) return reply.code(404).send({ message: 'Preference not found' })
		const amount = parsed.data.monto ?? preferenceTotal(preference)
		const payment = records.addPayment(preference, { status: 'approved', status_detail: 'accredited', amount })
		await notifier.notify(payment, preference, parsed.data.aviso, faults.settings().demora_segundos)
		return reply.redirect(`${home}/`, 303)
	})
}
