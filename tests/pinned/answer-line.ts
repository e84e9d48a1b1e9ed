import type { LightMyRequestResponse } from 'fastify'

const otherHeaders = ['content-disposition', 'location', 'retry-after', 'www-authenticate']

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
		.replace(/\b\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, '<day>')
		.replace(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, '<shop>')
		.replace(/\b[\w-]{40,}(\.[\w-]+)*/g, '<token>')
}

function codeOf(answer: LightMyRequestResponse): string {
	if (answer.statusCode < 400) return ''
	if (!String(answer.headers['content-type']).startsWith('application/json')) return ''
	const { code, campos } = answer.json<{ code?: string; campos?: readonly string[] }>()
	return ` ${code ?? 'no code'}${campos && campos.length > 0 ? ` (${campos.toSorted().join(', ')})` : ''}`
}

/** Status, failure code and the headers that matter: `404 no_encontrado · content-type: application/json`. */
export function answerLine(answer: LightMyRequestResponse): string {
	const headers = [...Object.keys(usual), ...otherHeaders].flatMap((name) => {
		const value = answer.headers[name]
		if (value === usual[name]) return []
		return [`${name}: ${value ?? 'none'}`]
	})
	return withoutChance([`${answer.statusCode}${codeOf(answer)}`, ...headers].join(' · '))
}
