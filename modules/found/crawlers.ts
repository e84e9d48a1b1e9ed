/** Names of crawlers as their makers document them, by what a company does with the pages. */
const training = [
	'GPTBot',
	'ClaudeBot',
	'Google-Extended',
	'Applebot-Extended',
	'CCBot',
	'Meta-ExternalAgent',
	'Bytespider',
]
const answering = [
	'OAI-SearchBot',
	'ChatGPT-User',
	'Claude-SearchBot',
	'Claude-User',
	'PerplexityBot',
	'Perplexity-User',
]

/** What crawlers of artificial intelligence may read, with its text for staff. */
export const crawlerOptions = {
	todos: 'Responder y entrenar',
	responder: 'Solo responder preguntas',
	ninguno: 'Nada',
} as const

const closed: Readonly<Record<string, readonly string[]>> = {
	todos: [],
	responder: training,
	ninguno: [...training, ...answering],
}

/** Returns the group of robots.txt that closes the whole shop to crawlers by the setting; no line without any. */
export function crawlerRules({ ia_lee }: { readonly ia_lee: string }): readonly string[] {
	const names = closed[ia_lee] ?? []
	return names.length === 0 ? [] : [...names.map((name) => `User-agent: ${name}`), 'Disallow: /']
}
