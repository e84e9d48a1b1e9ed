import type { IncomingHttpHeaders } from 'node:http'

/** Programs that say so: search engines, previews of links, monitors, tools. A make of telephones is called Cubot. */
const programs =
	/(?<!cu)bot\b|crawl|spider|slurp|preview|monitor|uptime|pingdom|headless|lighthouse|inspection|facebookexternalhit|scan/i

const header = (value: string | string[] | undefined) => [value].flat().join(',')

/** Whether a request looks like a person's browser: no program's name, nothing fetched ahead. Nothing of this is kept. */
export function isPerson(headers: IncomingHttpHeaders): boolean {
	const agent = headers['user-agent'] ?? ''
	if (!agent.startsWith('Mozilla/5.0') || programs.test(agent)) return false
	return !/prefetch|prerender|preview/i.test(
		[headers['sec-purpose'], headers.purpose, headers['x-moz']].map(header).join(','),
	)
}

/** Whether it opens a page in a window; browsers that do not say so are believed. */
export function opensPage(headers: IncomingHttpHeaders): boolean {
	const target = header(headers['sec-fetch-dest'])
	return target === '' || target === 'document'
}
