import { Chips } from '#core/web/list/filters.tsx'
import { usePanelAddress, without } from '#core/web/panel/panel-parts.tsx'
import { type OrderView, orderViews } from '#modules/lists/web/order-list.ts'

const views: readonly OrderView[] = [
	{ name: 'Todas', filter: {} },
	{ name: 'Por confirmar', filter: { estado: 'en_revision' } },
	...orderViews,
	{ name: 'Por devolver', filter: { atencion: 'falta_devolver' } },
	{ name: 'Sin pagar', filter: { estado: 'pendiente' } },
]

/** Returns the name of the view whose filters are exactly those set in the address; empty for any other filter. */
export function viewOf(text: (param: string) => string, params: readonly string[]): string {
	const isShown = ({ filter }: OrderView) =>
		params.every((param) => text(param) === (Object.entries(filter).find(([name]) => name === param)?.[1] ?? ''))
	return views.find(isShown)?.name ?? ''
}

/** The views that staff need daily, each a press. `params`: the parameters of search and filters. */
export function OrderViews({ params }: { params: readonly string[] }) {
	const { text, change } = usePanelAddress()
	return (
		<Chips
			options={views.map(({ name }) => [name, name] as const)}
			value={viewOf(text, params)}
			onChoose={(chosen) => change({ ...without(params), ...views.find(({ name }) => name === chosen)?.filter })}
		/>
	)
}
