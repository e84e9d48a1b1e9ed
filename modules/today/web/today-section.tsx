import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { ListFrame } from '#core/web/list/staff-list.tsx'
import { PanelSection, panelKey } from '#core/web/panel/panel-parts.tsx'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Icon, Money } from '#core/web/ui/parts.tsx'
import { dayEnds, dayStarts } from '#modules/lists/web/today-parts.ts'
import { readToday } from '#modules/today/endpoints.ts'
import type { TodayAnswer } from '#modules/today/shapes.ts'
import '#modules/today/web/today.css'

const countText = ({ ordenes }: TodayAnswer['vendido_antes']) => (ordenes === 1 ? '1 orden' : `${ordenes} órdenes`)

function Sold({ vendido, vendido_antes }: TodayAnswer) {
	const { devuelto, en_disputa } = vendido
	// What of the sales is not the shop's any more.
	const gone = [
		devuelto > 0 && `devuelto ${formatClp(devuelto)}`,
		en_disputa > 0 && `en disputa o perdido ${formatClp(en_disputa)}`,
	].filter(Boolean)
	return (
		<div className="today-sold">
			{dayStarts.map((Start) => (
				<Start key={Start.name} />
			))}
			<p className="muted">Vendido hoy</p>
			<p className="title-l">
				<Money amount={vendido.monto} />
			</p>
			{gone.length > 0 && <p className="small">{`De ello ${gone.join(' y ')}.`}</p>}
			<p className="muted small">
				{`${countText(vendido)} · hace una semana a esta hora: ${formatClp(vendido_antes.monto)} (${countText(vendido_antes)})`}
			</p>
		</div>
	)
}

function Row({
	row: { texto, detalle, accion, lugar, cantidad, monto, desde, hasta },
}: {
	row: TodayAnswer['esperan'][number]
}) {
	const facts = [
		hasta && `antes del ${formatMoment(hasta)}`,
		monto !== null && formatClp(monto),
		desde !== null && `desde ${formatMoment(desde)}`,
	]
	return (
		<li className="today-row">
			<span className="today-count digits">{detalle === undefined ? cantidad : <Icon name="alert" />}</span>
			<span className="can-shrink">
				<span className="strong">{texto}</span>
				{detalle && <span className="today-todo">{detalle}</span>}
				<span className="staff-sub">{facts.filter(Boolean).join(' · ')}</span>
			</span>
			{lugar !== null && (
				<Link to={`?${lugar}`} className="button button-outline">
					<span>{accion}</span>
					<span className="visually-hidden">{`: ${texto}`}</span>
				</Link>
			)}
		</li>
	)
}

/** What waits for staff, in the order of need, and what was sold today. */
export default function TodaySection() {
	const { data, isError, isFetching, isPending, refetch } = useQuery({
		queryKey: [...panelKey, 'hoy'],
		queryFn: () => fetchFrom(readToday),
		refetchInterval: 30_000,
	})
	return (
		<PanelSection>
			<ListFrame
				isFirst={isPending}
				isBusy={isFetching}
				isError={isError}
				isEmpty={!data}
				emptyText=""
				onReload={() => void refetch()}
			>
				{data && (
					<>
						<Sold {...data} />
						<ul className="today-rows">
							{data.esperan.map((row) => (
								<Row key={row.clave} row={row} />
							))}
						</ul>
						<p className="muted above-m">
							{data.esperan.length === 0 ? 'Todo al día: nada espera.' : 'Nada más espera.'}
						</p>
						{dayEnds.map((End) => (
							<End key={End.name} />
						))}
					</>
				)}
			</ListFrame>
		</PanelSection>
	)
}
