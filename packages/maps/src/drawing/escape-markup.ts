const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
}

/** Text as it may stand between the tags of an SVG. */
export function escapeMarkup(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
