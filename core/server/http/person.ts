import type { IncomingHttpHeaders } from 'node:http'

/** Declared programs: search engines, link previews, monitors, tools. Cubot is a make of telephones. */
const programs =
	/(?<!cu)bot\b|crawl|spider|slurp|preview|monitor|uptime|pingdom|headless|lighthouse|inspection|facebookexternalhit|scan/i

const header = (value: string | string[] | undefined) => [value].flat().join(',')

/** Whether a request is probably from a person's browser: no program's name, no prefetch. Nothing of it is stored. */
export function isPerson(headers: IncomingHttpHeaders): boolean {
	const agent = headers['user-agent'] ?? ''
	if (!agent.startsWith('Mozilla/5.0') || programs.test(agent)) return false
	return !/prefetch|prerender|preview/i.test(
		[headers['sec-purpose'], headers.purpose, headers['x-moz']].map(header).join(','),
	)
}

/** Whether the request opens a page in a window; browsers without the header are trusted. */
export function opensPage(headers: IncomingHttpHeaders): boolean {
	const target = header(headers['sec-fetch-dest'])
	return target === '' || target === 'document'
}
