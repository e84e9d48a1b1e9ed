import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressOf } from '#core/contract/endpoint.ts'
import { formatClp } from '#core/rules/money.ts'
import { CsvLinks } from '#core/web/list/figures.tsx'
import { Chips, DateField } from '#core/web/list/filters.tsx'
import { ListFrame } from '#core/web/list/staff-list.tsx'
import { PanelLink, PanelSection, panelKey, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { CallFailed, fetchFrom } from '#core/web/session/query-client.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { ownBlocks, ownExports, ownNotes, ownTiles, type Tile } from '#modules/lists/web/numbers-parts.ts'
import { readSummary } from '#modules/numbers/endpoints.ts'
import type { SummaryAnswer } from '#modules/numbers/shapes.ts'
import { LineBars, TimeBars } from '#modules/numbers/web/bars.tsx'
import { DayClosing } from '#modules/numbers/web/day-closing.tsx'
import { Funnel, MoneyToCome, Reorder } from '#modules/numbers/web/figures.tsx'
import { exportOrders } from '#modules/orders/staff/endpoints.ts'
import { metodoText } from '#modules/orders/staff/web/order-parts.tsx'
import '#modules/numbers/web/numbers.css'
import { dayIn, daysLater, firstDayOf, firstOfDays } from '#core/rules/times.ts'

const percent = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

function tilesOf(numbers: SummaryAnswer): readonly Tile[] {
	const { ventas, ordenes, ticket_promedio, conversion, devuelto, por_devolver, neta, contracargos, ordenes_creadas } =
		numbers
	const { en_disputa, perdido } = contracargos
	const rate = conversion.porcentaje === null ? '—' : `${percent.format(conversion.porcentaje)} %`
	return [
		[
			'Ventas',
			formatClp(ventas),
			`${ordenes} ${ordenes === 1 ? 'orden pagada' : 'órdenes pagadas'}, también las canceladas`,
		],
		[
			'Devuelto',
			formatClp(devuelto),
			por_devolver > 0 ? `de eso falta devolver ${formatClp(por_devolver)}` : 'y canceladas',
		],
		['Venta neta', formatClp(neta), 'ventas menos devuelto'],
		...ownTiles.map((tile) => tile(numbers)).filter((tile) => tile !== undefined),
		[
			'Contracargos y reclamos',
			formatClp(en_disputa + perdido),
			`${formatClp(en_disputa)} en disputa · ${formatClp(perdido)} perdidos`,
		],
		['Ticket promedio', ticket_promedio === null ? '—' : formatClp(ticket_promedio), 'por orden pagada'],
		['Pagos en línea terminados', rate, `${conversion.pagados} de ${conversion.iniciados} iniciados`],
		['Órdenes creadas', String(ordenes_creadas), 'pagadas o no'],
	]
}

const base =
	'Las ventas cuentan el día en que se pagaron, y lo devuelto el día en que se devolvió o se canceló. Los contracargos cuentan el día en que llegaron y no rebajan la venta neta.'

/** The figures of a period beside those of the period before, and the days on which they count. */
function Tiles({ numbers, before }: { numbers: SummaryAnswer; before: SummaryAnswer }) {
	const earlier = new Map(tilesOf(before).map(([label, value]) => [label, value]))
	return (
		<>
			<dl className="tiles">
				{tilesOf(numbers).map(([label, value, note]) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd className="tile-value">{value}</dd>
						<dd className="muted small">{note}</dd>
						{earlier.has(label) && <dd className="muted small">{`antes: ${earlier.get(label)}`}</dd>}
					</div>
				))}
			</dl>
			<p className="muted small below-s">
				{[
					base,
					...ownNotes.map((note) => note(numbers)),
					`Antes: ${dayTexts([before.desde, before.hasta]).join(' a ')}, los mismos días.`,
				]
					.filter(Boolean)
					.join(' ')}
			</p>
		</>
	)
}

function Charts({ numbers }: { numbers: SummaryAnswer }) {
	const { por_dia, por_color, por_metodo } = numbers
	const days = dayTexts(por_dia.map(({ dia }) => dia))
	return (
		<div className="charts">
			<TimeBars
				title="Ventas por día"
				rowHeading="Día"
				unit="Ventas"
				format={formatClp}
				bars={por_dia.map(({ dia, ventas }, at) => ({ id: dia, label: days[at] ?? dia, value: ventas }))}
				more={[{ head: 'Órdenes', values: por_dia.map(({ ordenes }) => String(ordenes)) }]}
			/>
			<LineBars
				title="Unidades por color"
				rowHeading="Color"
				unit="Unidades"
				format={String}
				bars={por_color.map(({ color, unidades }) => ({ id: color, label: color || 'Sin color', value: unidades }))}
				more={[{ head: 'Ventas', values: por_color.map(({ ventas }) => formatClp(ventas)) }]}
			/>
			<LineBars
				title="Ventas por método"
				rowHeading="Método"
				unit="Ventas"
				format={formatClp}
				bars={por_metodo.map(({ metodo_pago, ventas }) => ({
					id: metodo_pago,
					label: metodoText(metodo_pago),
					value: ventas,
				}))}
				more={[{ head: 'Órdenes', values: por_metodo.map(({ ordenes }) => String(ordenes)) }]}
			/>
		</div>
	)
}

function Figures() {
	const { text, change } = usePanelAddress()
	const periods = periodsAt(new Date())
	const usual = lastDays(30, new Date())
	const [pressed, setPressed] = useState('30 días')
	const desde = text('desde') || usual.desde
	const hasta = text('hasta') || usual.hasta
	const query = { desde, hasta }
	const { data, error, isPending, isFetching, refetch } = useQuery({
		queryKey: [...panelKey, 'resumen', query],
		// Both periods before any is shown: a later one would move what is below.
		async queryFn() {
			const numbers = await fetchFrom(readSummary, { query })
			return { numbers, before: await fetchFrom(readSummary, { query: { ...periodBefore(numbers) } }) }
		},
		placeholderData: keepPreviousData,
		staleTime: 0,
	})
	useEffect(() => {
		if (error) console.error('the numbers could not be loaded', error)
	}, [error])
	const refusal = error instanceof CallFailed && error.refusal.status === 422 ? error.refusal.text : undefined
	return (
		<>
			<div className="staff-tools numbers-period">
				<DateField
					label="Desde"
					required
					value={desde}
					max={hasta}
					onChoose={(chosen) => change({ desde: chosen, hasta })}
				/>
				<DateField
					label="Hasta"
					required
					value={hasta}
					min={desde}
					onChoose={(chosen) => change({ desde, hasta: chosen })}
				/>
				<Chips
					legend="Período"
					options={periods.map(([name]) => [name, name])}
					value={periodName(periods, query, pressed)}
					onChoose={(chosen) => {
						setPressed(chosen)
						change({ ...periods.find(([name]) => name === chosen)?.[1] })
					}}
				/>
				<PanelLink to={{ cierre: 'hoy' }} className="button button-outline">
					Cerrar el día
				</PanelLink>
			</div>
			{refusal ? (
				<Alert tone="warn">{refusal}</Alert>
			) : (
				<ListFrame
					isFirst={isPending}
					isBusy={isFetching}
					isError={error !== null}
					isEmpty={!data}
					emptyText=""
					onReload={() => void refetch()}
				>
					{data && <Tiles {...data} />}
					{data && <Charts numbers={data.numbers} />}
				</ListFrame>
			)}
			<CsvLinks
				files={[
					{ label: 'Órdenes', address: addressOf(exportOrders, { params: { archivo: 'ordenes.csv' }, query }) },
					{ label: 'Líneas', address: addressOf(exportOrders, { params: { archivo: 'lineas.csv' }, query }) },
					{
						label: 'Pagos',
						address: addressOf(exportOrders, { params: { archivo: 'pagos.csv' }, query: { ...query, dia_de: 'pago' } }),
					},
					{ label: 'Stock', address: addressOf(exportOrders, { params: { archivo: 'stock.csv' }, query }) },
				]}
			/>
			{ownExports.map((Export) => (
				<Export key={Export.name} />
			))}
			{!refusal && ownBlocks.map((Block) => <Block key={Block.name} desde={desde} hasta={hasta} />)}
			{!refusal && <Funnel desde={desde} hasta={hasta} />}
			<Reorder />
			<MoneyToCome />
		</>
	)
}

/** The figures of a period, or the closing of a day. */
export default function NumbersSection() {
	const { text } = usePanelAddress()
	return <PanelSection>{text('cierre') ? <DayClosing chosen={text('cierre')} /> : <Figures />}</PanelSection>
}

const shortDay = new Intl.DateTimeFormat('es-CL', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayOfYear = new Intl.DateTimeFormat('es-CL', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Returns the last `days` days in Santiago, including today, as `YYYY-MM-DD`. */
export function lastDays(days: number, now: Date): Days {
	const hasta = dayIn(now)
	return { desde: firstOfDays(days, hasta), hasta }
}

interface Days {
	readonly desde: string
	readonly hasta: string
}

/** The periods that staff choose with one press, at a time. */
export function periodsAt(now: Date): readonly (readonly [name: string, period: Days])[] {
	const today = dayIn(now)
	const yesterday = daysLater(today, -1)
	return [
		['Hoy', { desde: today, hasta: today }],
		['Ayer', { desde: yesterday, hasta: yesterday }],
		['Esta semana', { desde: firstDayOf(today, 'semana'), hasta: today }],
		['Este mes', { desde: firstDayOf(today, 'mes'), hasta: today }],
		...[7, 30, 90].map((days) => [`${days} días`, lastDays(days, now)] as const),
	]
}

/**
 * Names the period that has these days, or ''. Two may have the same days ('Hoy' and 'Este mes' on the 1st): the one
 * that was pressed wins.
 */
export function periodName(periods: ReturnType<typeof periodsAt>, { desde, hasta }: Days, pressed: string): string {
	const names = periods.filter(([, days]) => days.desde === desde && days.hasta === hasta).map(([name]) => name)
	return names.includes(pressed) ? pressed : (names[0] ?? '')
}

/** As many days, just before. */
export function periodBefore({ desde, hasta }: Days): Days {
	const days = Math.round((Date.parse(hasta) - Date.parse(desde)) / 86_400_000) + 1
	return { desde: daysLater(desde, -days), hasta: daysLater(desde, -1) }
}

/** Formats the days of a chart: `2026-11-20` → `20 nov`, with the year when the period spans several. */
export function dayTexts(days: readonly string[]): readonly string[] {
	const hasYears = new Set(days.map((day) => day.slice(0, 4))).size > 1
	const format = hasYears ? dayOfYear : shortDay
	return days.map((day) => {
		const moment = new Date(`${day}T00:00:00Z`)
		return Number.isNaN(moment.getTime()) ? day : format.format(moment)
	})
}
