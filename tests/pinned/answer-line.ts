import type { LightMyRequestResponse } from 'fastify'

const otherHeaders = ['content-disposition', 'location', 'retry-after', 'set-cookie', 'www-authenticate']

/** Headers of nearly every answer, omitted from the lines. */
const usual: Readonly<Record<string, string>> = {
	'content-type': 'application/json; charset=utf-8',
	'cache-control': 'no-store',
}
export const usualHeaders = `Headers of each answer that names no others: ${Object.entries(usual)
	.map((entry) => entry.join(': '))
	.join(' · ')}`

/** Replaces values that differ between runs. */
export function withoutChance(text: string): string {
	return text
		.replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(\.[\w-]{10,})?/g, '<id>')
		.replace(/\b\d{4}-\d\d(-\d\d)?(T[\d:.]+Z)?\b/g, '<day>')
		.replace(/\bel \p{L}+ \d{1,2} de \p{L}+(?=; ese día)/gu, 'el <day>')
		.replace(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, '<shop>')
		.replace(/\.[0-9a-f]{8}@/g, '@')
		.replace(/\b[\w-]{40,}(\.[\w-]+)*/g, '<token>')
}

function codeOf(answer: LightMyRequestResponse): string {
	if (answer.statusCode < 400) return ''
	if (!String(answer.headers['content-type']).startsWith('application/json')) return ''
	const { code, campos } = answer.json<{ code?: string; campos?: readonly string[] }>()
	return ` ${code ?? 'no code'}${campos && campos.length > 0 ? ` (${campos.toSorted().join(', ')})` : ''}`
}

/** Returns the relevant and unusual headers as `name: value`. */
export function recordedHeaders(headerOf: (name: string) => unknown): string[] {
	const names = [...Object.keys(usual), ...otherHeaders]
	return names
		.filter((name) => headerOf(name) !== usual[name])
		.map((name) => `${name}: ${textOf(name, headerOf(name))}`)
}

/** Returns names and attributes of cookies. */
function textOf(name: string, value: unknown): string {
	if (name !== 'set-cookie') return String(value ?? 'none')
	return [value]
		.flat()
		.map((cookie) => String(cookie).replace(/=[^;]*/, '=…'))
		.toSorted()
		.join(', ')
}

/** Returns status, failure code and relevant headers: `404 no_encontrado · cache-control: none`. */
export function answerLine(answer: LightMyRequestResponse): string {
	const headers = recordedHeaders((name) => answer.headers[name])
	return withoutChance([`${answer.statusCode}${codeOf(answer)}`, ...headers].join(' · '))
}
