/** Markup that is safe to put into a page or mail as it is. Only `html` makes it. */
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

/** Text as it may stand between tags and inside quoted attributes, of HTML and XML. */
export function escapeMarkup(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

function markupOf(part: Part): string {
	if (part === undefined) return ''
	if (part instanceof Html) return part.markup
	if (typeof part === 'object') return part.map(markupOf).join('')
	return escapeMarkup(String(part))
}

/** Writes markup. Whatever is put in is escaped, for text and for quoted attributes, unless `html` wrote it. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
	return new Html(texts.reduce((markup, text, at) => markup + markupOf(parts[at - 1]) + text))
}
