import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { html, sendPage, showPesos } from '../look.ts'
import { type NoticeKind, noticeKinds } from './notices.ts'
import { type PayParts, pay, payActions, returnAddress } from './pay.ts'
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

function variants(delaySeconds: number) {
	return html`<details><summary>Otras formas de responder</summary>
<fieldset><legend>Cómo se avisa a la tienda</legend>
${Object.entries(noticeKinds).map(
	([kind, text]) =>
		html`<label><input type="radio" name="aviso" value="${kind}" ${kind === 'normal' ? 'checked' : ''}>${text}</label>`,
)}
<label class="field">Demora en segundos <input type="number" name="demora_segundos" min="0" max="3600" value="${delaySeconds}"></label>
</fieldset>
<fieldset><legend>Un pago pendiente, después</legend>
<label><input type="radio" name="luego" value="nada" checked>Queda pendiente</label>
<label><input type="radio" name="luego" value="aprobar">Se aprueba</label>
<label><input type="radio" name="luego" value="rechazar">Se rechaza</label>
</fieldset>
<fieldset><legend>Lo que sale mal</legend>
<label><input type="checkbox" name="alterado" value="si">Monto alterado (1.000 pesos menos)</label>
<label><input type="checkbox" name="dos_pagos" value="si">Pagar dos veces</label>
<label><input type="checkbox" name="sin_volver" value="si">Cerrar la pestaña sin volver</label>
</fieldset></details>`
}

function payForm(preference: Preference, prefix: string, delaySeconds: number) {
	return html`<form method="post" action="${prefix}/checkout/v1/pagar">
<input type="hidden" name="pref_id" value="${preference.id}">
<div class="actions">
<button class="yes" name="accion" value="aprobar">Aprobar pago</button>
<button name="accion" value="pendiente">Dejar pendiente</button>
<button class="no" name="accion" value="rechazar">Rechazar pago</button>
<button name="accion" value="abandonar">Abandonar</button>
</div>${variants(delaySeconds)}</form>`
}

/** The page where the payer decides, and what it posts. Works without scripts. */
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
		: payForm(preference, home, faults.settings().demora_segundos)
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
