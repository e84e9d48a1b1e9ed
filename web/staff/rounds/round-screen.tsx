import { Link } from 'react-router'
import type { RoundAnswer, RoundStop } from '#contract/staff/rounds.ts'
import { formatDistance } from '#domain/delivery/delivery.ts'
import { isOpenStop } from '#domain/rounds/delivery-state.ts'
import { packingList } from '#domain/rounds/packing.ts'
import { useAct } from '#web/staff/act.ts'
import { ListFrame } from '#web/staff/list/list-frame.tsx'
import { durationText, hourText, unitsText } from '#web/staff/rounds/round-text.ts'
import { StopCard } from '#web/staff/rounds/stop-card.tsx'
import { roundPath, useArrangeRound, useRound } from '#web/staff/rounds/use-round.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

function Facts({ round }: { round: RoundAnswer }) {
	const { salida_at, vuelve_at, metros, segundos, minutos_parada, paradas, estimada, estado } = round
	const all = segundos + paradas.length * minutos_parada * 60
	return (
		<>
			<p>
				{estado === 'borrador' ? 'Sale' : 'Salió'} {hourText(salida_at)} · vuelve cerca de las {hourText(vuelve_at)} ·{' '}
				{formatDistance(metros)} · {durationText(all)}
			</p>
			<p className="text-s">Para empacar: {unitsText(packingList(paradas)) || 'nada'}</p>
			{estimada && (
				<p className="text-muted text-s">
					Orden y horas estimados en línea recta: son una guía, no una promesa exacta.
				</p>
			)}
			{round.atrasada && <Alert tone="warn">La ronda va atrasada respecto de lo que se avisó a los clientes.</Alert>}
		</>
	)
}

/** What is done with the round as a whole. */
function RoundActs({ round }: { round: RoundAnswer }) {
	const { act, isBusy, problem } = useAct()
	const path = (what: string) => `${roundPath(round.id)}${what}/`
	const isDraft = round.estado === 'borrador'
	if (round.estado === 'cerrada') return <p>Esta ronda terminó.</p>
	return (
		<>
			{problem && <Alert>{problem}</Alert>}
			<div className="round-acts">
				{isDraft && round.paradas.length > 0 && (
					<Button isBusy={isBusy} onClick={() => void act({ path: path('salir'), done: 'La ronda salió' })}>
						Salir a repartir
					</Button>
				)}
				{round.paradas.length > 2 && (
					<Button
						look="outline"
						isBusy={isBusy}
						onClick={() => void act({ path: path('ordenar'), done: 'Paradas ordenadas' })}
					>
						Ordenar por cercanía
					</Button>
				)}
				<Button
					look="outline"
					isBusy={isBusy}
					onClick={() => void act({ path: path('cerrar'), done: 'Ronda terminada' })}
				>
					{isDraft ? 'Descartar ronda' : 'Terminar ronda'}
				</Button>
			</div>
			{isDraft && (
				<p className="text-muted text-s">Al salir, cada cliente recibe un correo con la hora en que llegas.</p>
			)}
		</>
	)
}

/** Every stop with its place; those that are still to come can be moved. */
function Stops({ round }: { round: RoundAnswer }) {
	const { arrange, isBusy, problem } = useArrangeRound(round)
	const open = round.paradas.filter(({ estado }) => isOpenStop(estado))
	const fixed = open.filter(({ fijada }) => fijada).map(({ id }) => id)
	const move = (stop: RoundStop, by: number) => {
		const order = open.map(({ id }) => id)
		const at = order.indexOf(stop.id)
		arrange({ paradas: order.toSpliced(at, 1).toSpliced(at + by, 0, stop.id), fijadas: [...fixed, stop.id] })
	}
	const next = round.estado === 'en_curso' ? open[0]?.id : undefined
	return (
		<>
			{problem && <Alert>{problem}</Alert>}
			<ol className="round-stops">
				{round.paradas.map((stop, at) => {
					const place = open.indexOf(stop)
					return (
						<StopCard
							key={stop.id}
							stop={stop}
							round={round}
							number={at + 1}
							isNext={stop.id === next}
							isBusy={isBusy}
							onEarlier={place > 0 ? () => move(stop, -1) : undefined}
							onLater={place >= 0 && place < open.length - 1 ? () => move(stop, 1) : undefined}
						/>
					)
				})}
			</ol>
		</>
	)
}

/** One round: planned, on its way, or over. */
export function RoundScreen({ id, back }: { id: string; back: string }) {
	const { data: round, isPending, isFetching, isError, refetch } = useRound(id)
	return (
		<>
			<p className="mb-4">
				<Link to={back} className="link">
					Volver al reparto
				</Link>
			</p>
			<ListFrame
				isFirst={isPending}
				isBusy={isFetching}
				isError={isError || !round}
				isEmpty={false}
				emptyText=""
				onReload={() => void refetch()}
			>
				{round && (
					<div className="round">
						<h4 className="title-m">
							Ronda {round.numero} {round.estado === 'en_curso' && <Badge tone="ok">En camino</Badge>}
						</h4>
						<Facts round={round} />
						<RoundActs round={round} />
						<Stops round={round} />
					</div>
				)}
			</ListFrame>
		</>
	)
}
