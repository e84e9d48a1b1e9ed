import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { failures } from '#contract/failure.ts'
import { escapeMarkup as safe } from '#server/platform/html.ts'

interface Schema {
	readonly type?: string | readonly string[]
	readonly enum?: readonly unknown[]
	readonly const?: unknown
	readonly anyOf?: readonly Schema[]
	readonly properties?: Readonly<Record<string, Schema>>
	readonly required?: readonly string[]
	readonly additionalProperties?: boolean | Schema
	readonly items?: Schema
	readonly format?: string
	readonly minimum?: number
	readonly maximum?: number
	readonly minLength?: number
	readonly maxLength?: number
	readonly default?: unknown
	readonly description?: string
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

interface Call {
	readonly tags?: readonly string[]
	readonly summary?: string
	readonly security?: readonly unknown[]
	readonly parameters?: readonly { in: string; name: string; required?: boolean; schema: Schema }[]
	readonly requestBody?: { readonly content: Content }
	readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>
}

/** What of an OpenAPI document the page shows. */
interface Document {
	readonly info: { readonly title: string; readonly version: string }
	readonly paths?: Readonly<Record<string, Readonly<Record<string, Call>>>>
}

const styles = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
h1,h2{line-height:1.2}nav a{margin-right:1rem}details{border-top:1px solid #8884;padding:.5rem 0}summary{cursor:pointer;overflow-wrap:anywhere}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow-x:auto;background:#8881;padding:.75rem;border-radius:.5rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8883}
.m{display:inline-block;min-width:4.5rem;font-weight:700}`

/** Nothing of the page comes from elsewhere, and no script runs in it. */
const policy = [
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ')

function limitsOf(schema: Schema): string {
	const { minimum, maximum, minLength, maxLength, format } = schema
	const isSafeInteger = (value?: number) => Math.abs(value ?? 0) !== Number.MAX_SAFE_INTEGER
	const parts = [
		format,
		minimum !== undefined && isSafeInteger(minimum) ? `≥ ${minimum}` : '',
		maximum !== undefined && isSafeInteger(maximum) ? `≤ ${maximum}` : '',
		minLength ? `desde ${minLength} letras` : '',
		maxLength === undefined ? '' : `hasta ${maxLength} letras`,
		schema.default === undefined ? '' : `si falta: ${JSON.stringify(schema.default)}`,
	].filter(Boolean)
	return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}

const typeNames: Readonly<Record<string, string>> = {
	string: 'texto',
	number: 'número',
	integer: 'entero',
	boolean: 'sí o no',
	null: 'nada',
}

/** A schema as people read it: `{ total: entero (≥ 0), cupon?: texto }`, one field a line. */
function shapeOf(schema: Schema, indent = ''): string {
	if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
	if ('const' in schema) return JSON.stringify(schema.const)
	if (schema.anyOf) return schema.anyOf.map((one) => shapeOf(one, indent)).join(' | ')
	const [type = ''] = [schema.type ?? ''].flat()
	if (type === 'array') return `lista de ${schema.items ? shapeOf(schema.items, indent) : 'cualquier cosa'}`
	if (type !== 'object') return `${typeNames[type] ?? schema.description ?? 'cualquier cosa'}${limitsOf(schema)}`
	const fields = Object.entries(schema.properties ?? {})
	if (fields.length === 0) return 'objeto'
	const isNeeded = (name: string) => schema.required?.includes(name)
	const lines = fields.map(
		([name, one]) => `${indent}  ${name}${isNeeded(name) ? '' : '?'}: ${shapeOf(one, `${indent}  `)}`,
	)
	return `{\n${lines.join('\n')}\n${indent}}`
}

function contentHtml(title: string, content: Content | undefined): string {
	return Object.entries(content ?? {})
		.map(
			([type, { schema }]) =>
				`<p>${safe(title)} <code>${safe(type)}</code></p><pre>${safe(shapeOf(schema ?? {}))}</pre>`,
		)
		.join('')
}

function callHtml(method: string, path: string, call: Call): string {
	const rows = (call.parameters ?? []).map(
		(one) =>
			`<tr><td><code>${safe(one.name)}</code></td><td>${safe(places[one.in] ?? one.in)}${one.required ? ', obligatorio' : ''}</td><td>${safe(shapeOf(one.schema))}</td></tr>`,
	)
	const answers = Object.entries(call.responses)
		.filter(([status]) => status.startsWith('2'))
		.map(([status, { content }]) => contentHtml(`Responde ${status}`, content) || `<p>Responde ${safe(status)}</p>`)
	return [
		`<details><summary><span class="m">${safe(method.toUpperCase())}</span> <code>${safe(path)}</code> ${safe(call.summary ?? '')}</summary>`,
		call.security?.length ? '<p>Con sesión: <code>Authorization: Bearer …</code></p>' : '',
		rows.length > 0 ? `<table>${rows.join('')}</table>` : '',
		contentHtml('Recibe', call.requestBody?.content),
		...answers,
		'</details>',
	].join('')
}

const places: Readonly<Record<string, string>> = {
	path: 'en la dirección',
	query: 'después del ?',
	header: 'encabezado',
}

/** The document as a page that people read: every call by its group, then every error. */
export function renderApiPage(document: Document): string {
	const groups = new Map<string, string[]>()
	for (const [path, calls] of Object.entries(document.paths ?? {})) {
		for (const [method, call] of Object.entries(calls)) {
			const group = call.tags?.[0] ?? 'otras'
			groups.set(group, [...(groups.get(group) ?? []), callHtml(method, path, call)])
		}
	}
	const names = [...groups.keys()]
	const errors = Object.entries(failures).map(
		([code, { status, text }]) =>
			`<tr><td>${status}</td><td><code>${safe(code)}</code></td><td>${safe(text)}</td></tr>`,
	)
	const title = `${safe(document.info.title)}: las llamadas`
	return [
		`<!doctype html><html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${styles}</style></head><body>`,
		`<h1>${title}</h1><p>JSON de ida y de vuelta. Para programas: <a href="/api/openapi.json">openapi.json</a>. Montos en pesos chilenos, enteros; fechas en ISO 8601, UTC.</p>`,
		`<nav>${names.map((name) => `<a href="#${safe(encodeURIComponent(name))}">${safe(name)}</a>`).join(' ')} <a href="#errores">errores</a></nav>`,
		...[...groups].map(
			([name, calls]) => `<h2 id="${safe(encodeURIComponent(name))}">${safe(name)}</h2>${calls.join('')}`,
		),
		'<h2 id="errores">errores</h2><p>Toda respuesta de error es <code>{ "error": texto, "detail": el mismo texto, "code": código }</code>.</p>',
		`<table>${errors.join('')}</table></body></html>`,
	].join('')
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * `/api/openapi.json` and `/api/docs`, made from the schemas that check the calls when first asked for. Without a `guard`
 * everybody may read them.
 */
export function apiDocument(root: FastifyInstance, guard?: Hook): FastifyPluginAsync {
	let made: { readonly json: string; readonly page: string } | undefined
	const make = () => {
		const document = root.swagger()
		return { json: JSON.stringify(document), page: renderApiPage(document as unknown as Document) }
	}
	const fresh = guard ? 'no-store' : 'public, max-age=300'
	return async (app) => {
		if (guard) app.addHook('onRequest', guard)
		app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
			made ??= make()
			return reply.header('cache-control', fresh).type('application/json; charset=utf-8').send(made.json)
		})
		app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => {
			made ??= make()
			return reply
				.header('cache-control', fresh)
				.header('content-security-policy', policy)
				.type('text/html; charset=utf-8')
				.send(made.page)
		})
	}
}
