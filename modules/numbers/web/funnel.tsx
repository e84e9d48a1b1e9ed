import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addressOf } from '#core/contract/endpoint.ts'
import { FiguresTable } from '#core/web/list/figures-table.tsx'
import { panelKey } from '#core/web/panel/panel-key.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { formatDay } from '#core/web/ui/format-date.ts'
import { exportFunnel, readFunnel } from '#modules/numbers/endpoints.ts'
import type { FunnelRow, FunnelStep } from '#modules/numbers/funnel.ts'
import type { FunnelAnswer } from '#modules/numbers/shapes.ts'

const stepTexts: Readonly<Record<FunnelStep, string>> = {
	portada: 'Vieron la portada',
	carrito: 'Agregaron al carrito',
	pago: 'Abrieron el pago',
	orden: 'Hicieron el pedido',
	pagada: 'Pagaron',
}

const number = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })
const percentText = (part: number | null) => (part === null ? '—' : `${number.format(part)} %`)

/** Explains the counts and their first day: older orders have no page views. */
function noteOf({ contado_desde, desde }: FunnelAnswer): string {
	const how = 'Veces, no personas: se cuenta sin cookies y sin datos de nadie. Pedidos y pagos salen de las órdenes.'
	if (contado_desde === null) return `${how} Todavía no se ha contado ninguna visita.`
	return contado_desde > desde ? `${how} Las visitas se cuentan desde el ${formatDay(contado_desde)}.` : how
}

/** Conversion funnel of a period. */
export function Funnel({ desde, hasta }: { desde: string; hasta: string }) {
	const query = { desde, hasta }
	const { data } = useQuery({
		queryKey: [...panelKey, 'embudo', query],
		queryFn: () => fetchFrom(readFunnel, { query }),
		placeholderData: keepPreviousData,
		staleTime: 0,
	})
	if (!data) return null
	return (
		<FiguresTable<FunnelRow>
			title="De la portada al pago"
			note={noteOf(data)}
			rows={data.pasos}
			keyOf={({ paso }) => paso}
			columns={[
				{ head: 'Paso', cell: ({ paso }) => stepTexts[paso] },
				{ head: 'Veces', cell: ({ cantidad }) => number.format(cantidad), isNumber: true },
				{ head: 'Del anterior', cell: ({ del_anterior }) => percentText(del_anterior), isNumber: true },
				{ head: 'De la portada', cell: ({ de_la_portada }) => percentText(de_la_portada), isNumber: true },
			]}
			emptyText=""
			file={{ label: 'Por día', address: addressOf(exportFunnel, { query }) }}
		/>
	)
}
