import { panelQueryOf } from '#web/staff/panel-address.ts'

/** The address of an order's own screen. */
export function orderLink(id: string): string {
	const query = panelQueryOf('ordenes')
	query.set('orden', id)
	return `?${query.toString()}`
}
