/** Markup that is safe in a page or mail. Only `html` creates it. */
export class Html {
	readonly markup: string
	constructor(markup: string) {
		this.markup = markup
	}
	toString(): string {
		return this.markup
	}
}

type Part = Html | string | number | undefined | readonly Html[]

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
}

/** Escapes text for HTML and XML, between tags and inside quoted attributes. */
export function escapeMarkup(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

function markupOf(part: Part): string {
	if (part === undefined) return ''
	if (part instanceof Html) return part.markup
	if (typeof part === 'object') return part.map(markupOf).join('')
	return escapeMarkup(String(part))
}

/** Template tag for markup. Inserted parts are escaped unless `html` created them. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
	return new Html(texts.reduce((markup, text, at) => markup + markupOf(parts[at - 1]) + text))
}
