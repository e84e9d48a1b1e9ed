import type { LightMyRequestResponse } from 'fastify'

const otherHeaders = ['content-disposition', 'location', 'retry-after', 'set-cookie', 'www-authenticate']

/** What nearly every answer carries, and no line repeats. */
const usual: Readonly<Record<string, string>> = {
	'content-type': 'application/json; charset=utf-8',
	'cache-control': 'no-store',
}
export const usualHeaders = `Headers of each answer that names no others: ${Object.entries(usual)
	.map((entry) => entry.join(': '))
	.join(' · ')}`

/** Replaces what differs from run to run. */
export function withoutChance(text: string): string {
	return text
		.replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(\.[\w-]{10,})?/g, '<id>')
		.replace(/\b\d{4}-\d\d(-\d\d)?(T[\d:.]+Z)?\b/g, '<day>')
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

/** The headers that matter and differ from the usual ones, each as `name: value`. */
export function recordedHeaders(headerOf: (name: string) => unknown): string[] {
	const names = [...Object.keys(usual), ...otherHeaders]
	return names
		.filter((name) => headerOf(name) !== usual[name])
		.map((name) => `${name}: ${textOf(name, headerOf(name))}`)
}

/** Of cookies, their names and attributes. */
function textOf(name: string, value: unknown): string {
	if (name !== 'set-cookie') return String(value ?? 'none')
	return [value]
		.flat()
		.map((cookie) => String(cookie).replace(/=[^;]*/, '=…'))
		.toSorted()
		.join(', ')
}

/** Status, failure code and the headers that matter: `404 no_encontrado · cache-control: none`. */
export function answerLine(answer: LightMyRequestResponse): string {
	const headers = recordedHeaders((name) => answer.headers[name])
	return withoutChance([`${answer.statusCode}${codeOf(answer)}`, ...headers].join(' · '))
}
