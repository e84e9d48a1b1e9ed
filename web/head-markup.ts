import type { PageData } from '#contract/catalog/page-data.ts'
import { headOf } from '#web/heads.ts'

/** Text that is safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Title, description, sharing and search-engine markup of the page at `path`. */
export function headMarkup(path: string, _data: PageData, _publicUrl: string): string {
	const head = headOf(path)
	return `<title>${escapeHtml(head.title)}</title><meta name="description" content="${escapeHtml(head.description)}">`
}
