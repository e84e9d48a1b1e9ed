import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addressOf } from '#core/contract/endpoint.ts'
import { formatClp } from '#core/rules/money.ts'
import type { DaySpan } from '#core/rules/times.ts'
import { FiguresTable } from '#core/web/list/figures.tsx'
import { Chips } from '#core/web/list/filters.tsx'
import { addressOfSettings, panelKey, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { formatDay, monthText } from '#core/web/ui/format-date.ts'
import { exportDeliveryNumbers, readDeliveryNumbers } from '#modules/rounds/endpoints.ts'
import type { DeliveryNumbersAnswer } from '#modules/rounds/shapes.ts'

const spans: Readonly<Record<DaySpan, { label: string; text: (first: string) => string }>> = {
	dia: { label: 'Día', text: formatDay },
	semana: { label: 'Semana', text: (first) => `desde el ${formatDay(first)}` },
	mes: { label: 'Mes', text: (first) => monthText(first.slice(0, 7)) },
}
const spanNames = Object.keys(spans) as DaySpan[]

const number = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })
const kilometres = (metres: number) => number.format(metres / 1_000)
const percentText = (part: number | null) => (part === null ? '—' : `${number.format(part)} %`)
const pesos = (amount: number | null) => (amount === null ? '—' : formatClp(amount))

/** Totals of the period and the rates that the costs are computed with. */
function Note({ numbers }: { numbers: DeliveryNumbersAnswer }) {
	const { total, costo_km, costo_hora } = numbers
	const share = percentText(total.a_tiempo_porcentaje)
	return (
		<>
			{total.entregadas > 0 && (
				<>
					<span>A tiempo </span>
					<strong>{share}</strong>
					<span>{` de ${number.format(total.entregadas)} ${total.entregadas === 1 ? 'entrega' : 'entregas'}; cada una costó `}</span>
					<strong>{pesos(total.costo_por_entrega)}</strong>
					<span>{`, con ${kilometres(total.metros)} km manejados. `}</span>
				</>
			)}
			<span>{`El costo es de ${formatClp(costo_km)} por kilómetro y ${formatClp(costo_hora)} por hora de reparto. `}</span>
			<Link to={`?${addressOfSettings('despacho').toString()}`} className="link">
				Cambiarlos en Ajustes
			</Link>
		</>
	)
}

/** Punctuality, distance and cost of the deliveries of a period. */
export function DeliveryNumbers({ desde, hasta }: { desde: string; hasta: string }) {
	const { text, change } = usePanelAddress()
	const por = spanNames.find((name) => name === text('por')) ?? 'dia'
	const query = { desde, hasta, por }
	const { data } = useQuery({
		queryKey: [...panelKey, 'reparto-numeros', query],
		queryFn: () => fetchFrom(readDeliveryNumbers, { query }),
		placeholderData: keepPreviousData,
		staleTime: 0,
	})
	if (!data) return null
	return (
		<FiguresTable
			title="Reparto"
			note={<Note numbers={data} />}
			tools={
				<Chips
					legend="Sumar el reparto por"
					options={spanNames.map((name) => [name, spans[name].label])}
					value={por}
					onChoose={(name) => change({ por: name === 'dia' ? '' : name })}
				/>
			}
			rows={data.por_periodo}
			keyOf={({ periodo }) => periodo}
			columns={[
				{ head: spans[por].label, cell: ({ periodo }) => spans[por].text(periodo) },
				{ head: 'Entregas', cell: ({ entregadas }) => number.format(entregadas), isNumber: true },
				{ head: 'A tiempo', cell: ({ a_tiempo_porcentaje }) => percentText(a_tiempo_porcentaje), isNumber: true },
				{ head: 'Antes', cell: ({ adelantadas }) => number.format(adelantadas), isNumber: true },
				{ head: 'Fallidas', cell: ({ no_entregadas }) => number.format(no_entregadas), isNumber: true },
				{ head: 'Rondas', cell: ({ rondas }) => number.format(rondas), isNumber: true },
				{ head: 'Km', cell: ({ metros }) => kilometres(metros), isNumber: true },
				{ head: 'Costo', cell: ({ costo }) => formatClp(costo), isNumber: true },
				{ head: 'Por entrega', cell: ({ costo_por_entrega }) => pesos(costo_por_entrega), isNumber: true },
			]}
			emptyText="No hubo reparto en este período."
			file={{ label: 'Reparto', address: addressOf(exportDeliveryNumbers, { query }) }}
		/>
	)
}
