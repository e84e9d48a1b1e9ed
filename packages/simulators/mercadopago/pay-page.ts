import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { html, sendPage, showPesos } from '../look.ts'
import { checks, choices, delayField, payActions, payForm } from '../pay-form.ts'
import { type NoticeKind, noticeKinds } from './notices.ts'
import { type PayParts, pay, returnAddress } from './pay.ts'
import { type Preference, preferenceTotal } from './records.ts'

const checkbox = z.literal('si').optional().transform(Boolean)
const choiceSchema = z.object({
	pref_id: z.string(),
	accion: z.enum(payActions),
	aviso: z.enum(Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]).default('normal'),
	demora_segundos: z.coerce.number().min(0).max(3_600).optional(),
	luego: z.enum(['nada', 'aprobar', 'rechazar']).default('nada'),
	alterado: checkbox,
	dos_pagos: checkbox,
	sin_volver: checkbox,
})

const later = { nada: 'Queda pendiente', aprobar: 'Se aprueba', rechazar: 'Se rechaza' }
const troubles = {
	alterado: 'Monto alterado (1.000 pesos menos)',
	dos_pagos: 'Pagar dos veces',
	sin_volver: 'Cerrar la pestaña sin volver',
}

function form(preference: Preference, prefix: string, delaySeconds: number) {
	return payForm({
		action: `${prefix}/checkout/v1/pagar`,
		hidden: ['pref_id', preference.id],
		variants: html`${choices('Cómo se avisa a la tienda', 'aviso', noticeKinds)}${delayField(delaySeconds)}
${choices('Un pago pendiente, después', 'luego', later)}${checks('Lo que sale mal', troubles)}`,
	})
}

/** Pay page and its form. Works without scripts. */
export function payPages(app: FastifyInstance, parts: PayParts & { clock: () => Date }): void {
	const { records, faults, clock } = parts
	const home = app.prefix
	const unknown = (reply: Parameters<typeof sendPage>[0]) =>
		sendPage(reply, {
			title: 'Mercado Pago',
			home,
			status: 404,
			body: html`<h1>Este enlace de pago no existe</h1><p>Vuelve a la tienda y comienza de nuevo.</p>`,
		})

	app.get<{ Querystring: { pref_id?: string } }>('/checkout/v1/redirect', async (request, reply) => {
		const preference = records.preferences.get(request.query.pref_id ?? '')
		if (!preference) return unknown(reply)
		const { items, expiration_date_to, back_urls } = preference.sent
		const paid = records.paymentsOf(preference.id).find((payment) => payment.status === 'approved')
		const hasExpired = expiration_date_to !== undefined && new Date(expiration_date_to) <= clock()
		const back = returnAddress(preference, paid, paid ? back_urls?.success : back_urls?.failure)
		const closed = paid ? 'Este pedido ya está pagado' : 'Este enlace de pago venció'
		const body = html`<div class="card"><h1>Paga tu compra</h1>
<ul class="plain">${items.map((item) => html`<li>${item.quantity} × ${item.title}</li>`)}</ul>
<p class="total">${showPesos(preferenceTotal(preference))}</p>
<p class="soft">Nadie cobra nada aquí: eliges cómo responde el medio de pago.</p>
${
	paid || hasExpired
		? html`<p><strong>${closed}</strong></p>${back && html`<a class="button" href="${back}">Volver a la tienda</a>`}`
		: form(preference, home, faults.settings().demora_segundos)
}</div>`
		return sendPage(reply, { title: 'Mercado Pago', home, body })
	})

	app.post('/checkout/v1/pagar', async (request, reply) => {
		const choice = choiceSchema.safeParse(request.body)
		const preference = choice.data && records.preferences.get(choice.data.pref_id)
		if (!choice.data || !preference) return unknown(reply)
		const demora_segundos = choice.data.demora_segundos ?? faults.settings().demora_segundos
		const back = await pay(preference, { ...choice.data, demora_segundos }, parts)
		if (back && !choice.data.sin_volver) return reply.redirect(back, 303)
		const body = html`<h1>Cerraste la pestaña</h1><p>La tienda no te vio volver.</p>
${back && html`<p><a class="button" href="${back}">Volver a la tienda</a></p>`}`
		return sendPage(reply, { title: 'Mercado Pago', home, body })
	})
}
