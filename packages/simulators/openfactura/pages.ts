import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { FaultSwitch } from '../faults.ts'
import { html, sendPage, showMoment, showPesos } from '../look.ts'
import { pdfOf, typeNames, xmlOf } from './document-files.ts'
import type { Books, Issued } from './records.ts'
import { outcomes, type Settings } from './settings.ts'

const title = 'OpenFactura'
const types = [39, 61, 33] as const
const outcomeSchema = z.object({ resultado: z.enum(outcomes) })
const foliosSchema = z.object({
	tipo: z.coerce.number().pipe(z.literal([33, 39, 61])),
	disponibles: z.coerce.number().int().min(0).max(1_000_000),
})

function card(one: Issued, books: Books, home: string) {
	const { tipo, folio, dte, token, refersTo } = one
	const referred = refersTo ? books.get(refersTo) : undefined
	const buttons = outcomes.map((name) => html`<button name="resultado" value="${name}">${name}</button> `)
	return html`<section class="card"><dl><dt>Tipo</dt><dd>${typeNames[tipo]} (${tipo})</dd><dt>Folio</dt><dd>${folio}</dd>
<dt>Estado</dt><dd>${books.state(one)} (simulado)</dd><dt>Total</dt><dd>${showPesos(dte.Encabezado.Totales.MntTotal)}</dd>
${referred && html`<dt>Se refiere a</dt><dd>${referred.tipo} N° ${referred.folio}</dd>`}
<dt>Receptor</dt><dd>${dte.Encabezado.Receptor.RUTRecep}</dd><dt>Emitida</dt><dd>${showMoment(one.created_at)}</dd></dl>
<p><a href="${home}/ver/${token}/pdf">PDF</a> <a href="${home}/ver/${token}/xml">XML</a></p>
<form method="post" action="${home}/operador/documentos/${token}"><div class="actions">${buttons}</div></form></section>`
}

function foliosForm(books: Books, home: string) {
	const left = types.map((tipo) => html`<li>${typeNames[tipo]}: quedan ${books.folios.left(tipo)}</li>`)
	const options = types.map((tipo) => html`<option value="${tipo}">${typeNames[tipo]}</option>`)
	return html`<details class="card"><summary>Folios</summary><ul>${left}</ul>
<form method="post" action="${home}/operador/folios"><label class="field">Tipo <select name="tipo">${options}</select></label>
<label class="field">Cuántos dejar <input type="number" name="disponibles" value="0" min="0" max="1000000"></label>
<div class="actions"><button>Dejar esos folios</button></div></form></details>`
}

/** Operator page of the documents and their later states; `_documentos` returns them as JSON. */
export function openfacturaPages(app: FastifyInstance, parts: { books: Books; faults: FaultSwitch<Settings> }): void {
	const { books, faults } = parts
	const home = app.prefix

	app.get('/', async (_request, reply) => {
		const shown = books.all().slice(-50).reverse()
		const body = html`<h1>OpenFactura de mentira</h1>
<p>Los documentos emitidos, desde el último: ${shown.length}. Nada de esto llega al SII ni tiene validez tributaria.</p>
${foliosForm(books, home)}${faults.form()}${shown.map((one) => card(one, books, home))}`
		return sendPage(reply, { title, home, body })
	})

	app.get('/_documentos', async () => ({
		documentos: books.all().map((one) => ({
			token: one.token,
			tipo: one.tipo,
			folio: one.folio,
			estado: books.state(one),
			clave: one.key ?? null,
			total: one.dte.Encabezado.Totales.MntTotal,
			se_refiere_a: one.refersTo ?? null,
		})),
	}))

	app.get<{ Params: { token: string; kind: string } }>('/ver/:token/:kind', async ({ params }, reply) => {
		const one = books.get(params.token)
		if (!one) return reply.code(404).send({ message: 'Documento no encontrado' })
		if (params.kind === 'pdf') return reply.type('application/pdf').send(pdfOf(one))
		return reply.type('application/xml; charset=iso-8859-1').send(xmlOf(one))
	})

	app.post<{ Params: { token: string } }>('/operador/documentos/:token', async ({ params, body }, reply) => {
		const [parsed, one] = [outcomeSchema.safeParse(body), books.get(params.token)]
		if (!parsed.success || !one) return reply.code(404).send({ message: 'Documento no encontrado' })
		books.settle(one, parsed.data.resultado)
		return reply.redirect(`${home}/`, 303)
	})

	app.post('/operador/folios', async ({ body }, reply) => {
		const parsed = foliosSchema.safeParse(body)
		if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) })
		books.folios.leave(parsed.data.tipo, parsed.data.disponibles)
		return reply.redirect(`${home}/`, 303)
	})
}
