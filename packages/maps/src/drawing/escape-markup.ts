const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
}

/** Escapes a text for SVG. */
export function escapeMarkup(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
