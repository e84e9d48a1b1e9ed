import { useQuery } from '@tanstack/react-query'
import { addressOf } from '#core/contract/endpoint.ts'
import { dayIn } from '#core/rules/calendar-days.ts'
import { FiguresTable } from '#core/web/list/figures-table.tsx'
import { panelKey } from '#core/web/panel/panel-key.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import type { StockOutlook } from '#modules/catalog/shapes/stock.ts'
import { readStock } from '#modules/catalog/staff-endpoints.ts'
import { reorderText } from '#modules/catalog/web/staff/stock/reorder-text.ts'
import { exportReorder } from '#modules/numbers/endpoints.ts'

const pace = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

/** Days of stock left and reorder date of each colour, most urgent first. */
export function Reorder() {
	const { data } = useQuery({
		queryKey: [...panelKey, 'reposicion'],
		queryFn: () => fetchFrom(readStock),
		staleTime: 0,
	})
	if (!data) return null
	const today = dayIn(new Date())
	const last = '9999-12-31'
	const rows = data.results.toSorted((a, b) => (a.pedir_el ?? last).localeCompare(b.pedir_el ?? last))
	return (
		<FiguresTable<StockOutlook>
			title="Cuándo pedir más"
			note={`«Días» es lo que alcanza el stock al ritmo de las últimas semanas. Un pedido tarda ${data.dias_reposicion} días en llegar (Ajustes, «Tiempo de reposición»).`}
			rows={rows}
			keyOf={({ id }) => String(id)}
			columns={[
				{ head: 'Color', cell: ({ color, nombre }) => color || nombre },
				{ head: 'Pedir', cell: (product) => reorderText(product, today) },
				{ head: 'Días', cell: ({ dias_restantes }) => dias_restantes ?? '—', isNumber: true },
				{ head: 'Por día', cell: ({ por_dia }) => pace.format(por_dia), isNumber: true },
				{ head: 'Stock', cell: ({ stock }) => stock, isNumber: true },
			]}
			emptyText="No hay productos."
			file={{ label: 'Reposición', address: addressOf(exportReorder) }}
		/>
	)
}
