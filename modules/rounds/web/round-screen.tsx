import { useState } from 'react'
import { Link } from 'react-router'
import { ListFrame } from '#core/web/list/staff-list.tsx'
import { useAct } from '#core/web/panel/act.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { formatHour } from '#core/web/ui/format-date.ts'
import { Icon } from '#core/web/ui/parts.tsx'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { formatDireccion, formatDistance } from '#modules/delivery/delivery.ts'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import { addStop } from '#modules/rounds/endpoints.ts'
import { durationText, packingList, unitsText } from '#modules/rounds/rounds.ts'
import type { RoundAnswer, RoundStop } from '#modules/rounds/shapes.ts'
import { Driving } from '#modules/rounds/web/driving.tsx'
import { RoundActs } from '#modules/rounds/web/round-acts.tsx'
import { DepartureForm, RoundMap } from '#modules/rounds/web/round-hours.tsx'
import { StopCard } from '#modules/rounds/web/stop-card.tsx'
import {
	OutboxNotice,
	useArrangeRound,
	useDeliveries,
	useOfflinePage,
	useRound,
	useShownStops,
} from '#modules/rounds/web/use-round.tsx'

function Facts({ round }: { round: RoundAnswer }) {
	const { salida_at, vuelve_at, metros, segundos, minutos_parada, paradas, estado } = round
	const all = segundos + paradas.length * minutos_parada * 60
	return (
		<>
			<p>
				{`${estado === 'borrador' ? 'Sale' : 'Salió'} ${formatHour(salida_at)} · vuelve cerca de las ${formatHour(vuelve_at)} · ${formatDistance(metros)} · ${durationText(all)}`}
			</p>
			<p className="small">{`Para empacar: ${unitsText(packingList(paradas.filter(({ anulada }) => !anulada))) || 'nada'}`}</p>
			{round.atrasada && <Alert tone="warn">La ronda va atrasada respecto de lo que se avisó a los clientes.</Alert>}
		</>
	)
}

/** All stops in order; open ones can be moved. */
function Stops({ round }: { round: RoundAnswer }) {
	const { change: arrange, isBusy, problem } = useArrangeRound(round)
	const stops = useShownStops(round)
	const open = stops.filter(({ estado }) => isOpenStop(estado))
	const fixed = open.filter(({ fijada }) => fijada).map(({ id }) => id)
	const places = stops.flatMap((stop, at) => (isOpenStop(stop.estado) ? [at + 1] : []))
	/** Moves a stop to a place among the open ones, from 0. */
	const move = (stop: RoundStop, to: number) => {
		const order = open.map(({ id }) => id)
		const at = order.indexOf(stop.id)
		arrange({
			paradas: order.toSpliced(at, 1).toSpliced(to, 0, stop.id),
			fijadas: [...new Set([...fixed, stop.id])],
		})
	}
	const next = round.estado === 'en_curso' ? open[0]?.id : undefined
	return (
		<>
			{problem && <Alert>{problem}</Alert>}
			<ol className="stack" aria-label="Paradas">
				{stops.map((stop, at) => {
					const place = open.indexOf(stop)
					return (
						<StopCard
							key={stop.id}
							stop={stop}
							round={round}
							number={at + 1}
							isNext={stop.id === next}
							isBusy={isBusy}
							place={place}
							places={places}
							onMove={(to) => move(stop, to)}
						/>
					)
				})}
			</ol>
		</>
	)
}

/** The round as a whole: times, actions, map and all stops. */
function WholeRound({ round }: { round: RoundAnswer }) {
	return (
		<>
			<Facts round={round} />
			<RoundActs round={round} />
			<DepartureForm key={round.salida_at} round={round} />
			<RoundMap round={round} />
			<Stops round={round} />
			{round.estado !== 'cerrada' && <LateOrders round={round} />}
		</>
	)
}

/** A round. On its way it opens in driving mode, which staff can leave until the next visit. */
export function RoundScreen({ id, back }: { id: string; back: string }) {
	const { data: round, dataUpdatedAt, isPending, isFetching, isError, refetch } = useRound(id)
	const isOnTheWay = round?.estado === 'en_curso'
	const [hasLeft, setLeft] = useState(false)
	useOfflinePage(isOnTheWay)
	const notices = (
		<>
			<OutboxNotice />
			{round && isError && (
				<Alert tone="warn">{`Sin señal: ves la ronda de las ${formatHour(new Date(dataUpdatedAt).toISOString())}.`}</Alert>
			)}
		</>
	)
	if (isOnTheWay && !hasLeft)
		return (
			<Driving round={round} notices={notices} onLeave={() => setLeft(true)}>
				<WholeRound round={round} />
			</Driving>
		)
	return (
		<>
			{notices}
			<Link to={back} className="back-link">
				<Icon name="back" />
				Volver al reparto
			</Link>
			<ListFrame
				isFirst={isPending}
				isBusy={isFetching}
				isError={!round}
				isEmpty={false}
				emptyText=""
				onReload={() => void refetch()}
			>
				{round && (
					<div className="round">
						<h4 className="title-m">
							<span>{`Ronda ${round.numero} `}</span>
							{isOnTheWay && <Badge tone="ok">En camino</Badge>}
						</h4>
						{isOnTheWay && (
							<p>
								<Button onClick={() => setLeft(false)}>Volver a la parada</Button>
							</p>
						)}
						<WholeRound round={round} />
					</div>
				)}
			</ListFrame>
		</>
	)
}

/** Offers pending orders for a planned or started round. Renders nothing without any. */
function LateOrders({ round }: { round: RoundAnswer }) {
	const { data } = useDeliveries()
	const { act, isBusy, problem } = useAct()
	const waiting = data?.despachos.filter(({ detenida }) => !detenida) ?? []
	if (waiting.length === 0) return null
	return (
		<details className="late-orders">
			<summary>Agregar una orden</summary>
			{problem && <Alert>{problem}</Alert>}
			<ul>
				{waiting.map(({ orden_id, nro_orden, direccion }) => (
					<li key={orden_id} className="staff-row">
						<span className="can-shrink">{`Orden ${nro_orden} · ${formatDireccion(direccion) || 'Sin dirección'}`}</span>
						<button
							type="button"
							className="staff-action"
							disabled={isBusy}
							onClick={() =>
								void act({
									request: requestTo(addStop, { params: { id: round.id }, body: { orden_id } }),
									done: `Orden ${nro_orden} en la ronda`,
								})
							}
						>
							Agregar<span className="visually-hidden">{` la orden ${nro_orden}`}</span>
						</button>
					</li>
				))}
			</ul>
		</details>
	)
}
