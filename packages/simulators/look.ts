import type { FastifyInstance, FastifyReply } from 'fastify'

/** HTML whose texts are already escaped. */
export class Html {
	readonly text: string
	constructor(text: string) {
		this.text = text
	}
}

type Piece = Html | string | number | false | undefined | readonly Piece[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function write(piece: Piece): string {
	if (piece instanceof Html) return piece.text
	if (piece === false || piece === undefined) return ''
	if (typeof piece === 'object') return piece.map(write).join('')
	return String(piece).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Template tag for HTML: escapes every value except other HTML. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
	return new Html(strings.reduce((text, part, index) => text + write(pieces[index - 1]) + part))
}

const stylesheet = `
:root{color-scheme:light;--ink:#1c2430;--soft:#526071;--line:#c9d1da;--paper:#fff;--ground:#f2f4f7;--mark:#0b57b0}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header{background:#1c2430;color:#fff;padding:.75rem 1rem;display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
header strong{font-size:1.05rem}
header span{background:#ffd65a;color:#1c2430;border-radius:1rem;padding:0 .6rem;font-size:.85rem;font-weight:600}
header a{color:#cfe2ff;margin-left:auto}
main{max-width:46rem;margin:1.25rem auto;padding:0 1rem}
h1{font-size:1.4rem;margin:.2rem 0 .6rem}
h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
.card{background:var(--paper);border:1px solid var(--line);border-radius:.6rem;padding:1rem;margin:0 0 1rem}
.total{font-size:1.6rem;font-weight:700;margin:.2rem 0}
.soft{color:var(--soft);font-size:.92rem}
.wrap{overflow-wrap:anywhere}
.actions{display:grid;gap:.6rem;margin-top:1rem}
button,.button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1rem;border-radius:.5rem;border:1px solid var(--line);background:#fff;color:var(--ink);cursor:pointer;text-align:center;text-decoration:none;display:inline-block}
button.yes{background:#12673a;border-color:#12673a;color:#fff}
button.no{background:#a3201a;border-color:#a3201a;color:#fff}
button:hover{filter:brightness(.94)}
:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
a{color:var(--mark)}
fieldset{border:1px solid var(--line);border-radius:.5rem;margin:.75rem 0;padding:.5rem .75rem}
legend{font-weight:600;padding:0 .3rem}
label{display:flex;gap:.6rem;align-items:center;min-height:36px}
label.field{flex-direction:column;align-items:stretch;gap:.2rem;margin:.6rem 0;max-width:24rem}
input[type=radio],input[type=checkbox]{width:1.2rem;height:1.2rem;flex:none}
input[type=number],input[type=text],select{font:inherit;min-height:44px;padding:.3rem .5rem;border:1px solid #6b7785;border-radius:.4rem;max-width:100%}
summary{cursor:pointer;padding:.6rem 0;font-weight:600}
ul.plain{list-style:none;margin:0;padding:0}
form.inline{display:inline-block;margin:.25rem .4rem .25rem 0}
iframe{width:100%;height:32rem;border:1px solid var(--line);border-radius:.5rem;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}
dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem .8rem;margin:0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
`

const pagePolicy =
	"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; media-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Serves the stylesheet of `sendPage`, under the prefix of the simulator. */
export function serveStylesheet(app: FastifyInstance): void {
	app.get('/estilo.css', (_request, reply) =>
		reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(stylesheet),
	)
}

/** Sends an HTML page, marked as a simulator's. `home` is the URL of its stylesheet and list. */
export function sendPage(reply: FastifyReply, page: { title: string; home: string; body: Html; status?: number }) {
	const document = html`<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${page.title} · Simulador</title>
<link rel="stylesheet" href="${page.home}/estilo.css"></head>
<body><header><strong>${page.title}</strong><span>Simulador</span><a href="${page.home}/">Ver todo</a></header>
<main>${page.body}</main></body></html>`
	return reply
		.code(page.status ?? 200)
		.type('text/html; charset=utf-8')
		.header('content-security-policy', pagePolicy)
		.header('cache-control', 'no-store')
		.send(document.text)
}

const pesos = new Intl.NumberFormat('es-CL', { style: 'currency', currency: 'CLP', maximumFractionDigits: 0 })

export function showPesos(amount: number): string {
	return pesos.format(amount)
}

const moments = new Intl.DateTimeFormat('es-CL', {
	dateStyle: 'short',
	timeStyle: 'medium',
	timeZone: 'America/Santiago',
})

export function showMoment(moment: string | number | Date): string {
	return moments.format(new Date(moment))
}
