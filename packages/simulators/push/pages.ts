import type { FastifyInstance } from 'fastify'
import { type Html, html, sendPage, showMoment } from '../look.ts'
import { answers, type Parts } from './parts.ts'
import type { Message, Subscription } from './records.ts'

const title = 'Avisos (Web Push)'

const answerTexts: Readonly<Record<(typeof answers)[number], string>> = {
	'201': '201: lo recibe',
	'404': '404: no existe',
	'410': '410: el navegador ya no está',
	'413': '413: demasiado grande',
	'429': '429: demasiados avisos',
	'500': '500: falla del servicio',
}

function answerForm({ answer }: Parts, home: string): Html {
	const options = answers.map((code) =>
		code === answer.code
			? html`<option value="${code}" selected>${answerTexts[code]}</option>`
			: html`<option value="${code}">${answerTexts[code]}</option>`,
	)
	return html`<form class="card" method="post" action="${home}/operador/respuesta">
<label class="field">Qué responde a cada aviso <select name="responde">${options}</select></label>
<div class="actions"><button>Responder así</button></div></form>`
}

function browserCard({ id, isGone }: Subscription, home: string): Html {
	if (isGone) return html`<li>${id} (dado de baja)</li>`
	return html`<li>${id} <form class="inline" method="post" action="${home}/suscripciones/${id}/baja"><button>Dar de baja</button></form></li>`
}

function messageCard({ text, ttl, urgency, topic, subscription, received_at }: Message): Html {
	return html`<section class="card"><pre>${text}</pre><dl><dt>Navegador</dt><dd>${subscription}</dd>
<dt>Llegó</dt><dd>${showMoment(received_at)}</dd><dt>Lo guarda</dt><dd>${ttl} s</dd><dt>Urgencia</dt><dd>${urgency}</dd>
<dt>Tema</dt><dd>${topic}</dd></dl></section>`
}

/** Page of the received messages; `_mensajes` returns them as JSON. */
export function pushPages(app: FastifyInstance, parts: Parts): void {
	const { records, faults } = parts
	const home = app.prefix

	app.get('/', async (_request, reply) => {
		const body = html`<h1>Servicio de avisos de mentira</h1>
<p>Lo que llegó, descifrado con las llaves de los navegadores simulados. Ningún teléfono suena de verdad.</p>
${answerForm(parts, home)}${faults.form()}
<h2>Navegadores</h2><ul>${records.subscriptions().map((one) => browserCard(one, home))}</ul>
<h2>Avisos, desde el último</h2>${records.messages().slice(-50).reverse().map(messageCard)}`
		return sendPage(reply, { title, home, body })
	})

	app.get('/_mensajes', async () => ({ mensajes: records.messages() }))
}
