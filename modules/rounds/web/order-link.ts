import { panelQueryOf } from '#core/web/panel/panel-parts.tsx'

export function orderLink(id: string): string {
	const query = panelQueryOf('ordenes')
	query.set('orden', id)
	return `?${query.toString()}`
}
