import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { ListFrame } from '#core/web/list/staff-list.tsx'
import { useAct } from '#core/web/panel/act.ts'
import { Announcer, registerPanelWorker, StaffAction } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { useModal } from '#core/web/ui/dialogs.tsx'
import { formatHour } from '#core/web/ui/format-date.ts'
import { Icon } from '#core/web/ui/parts.tsx'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { splitInterior } from '#modules/delivery/address.ts'
import { formatDireccion, formatDistance } from '#modules/delivery/delivery.ts'
import { calledOffText } from '#modules/orders/staff/web/money-text.ts'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import { addStop } from '#modules/rounds/endpoints.ts'
import { durationText, packingList, unitsText } from '#modules/rounds/rounds.ts'
import type { RoundAnswer, RoundStop } from '#modules/rounds/shapes.ts'
import type { ShownStop } from '#modules/rounds/web/outbox.ts'
import { EndRound, RoundActs } from '#modules/rounds/web/round-acts.tsx'
import { DepartureForm, RoundMap } from '#modules/rounds/web/round-hours.tsx'
import { Outcome, StopCard, StopWork } from '#modules/rounds/web/stop-card.tsx'
import {
	OutboxNotice,
	useArrangeRound,
	useDeliveries,
	useRound,
	useShownStops,
} from '#modules/rounds/web/use-round.tsx'

/** Requests the service worker to cache the round's page. */
function cachePage(): void {
	navigator.serviceWorker.controller?.postMessage('guardar_reparto')
}

/** A round. On its way it opens in driving mode, which staff can leave until the next visit. */
export function RoundScreen({ id, back }: { id: string; back: string }) {
	const { data: round, dataUpdatedAt, isPending, isFetching, isError, refetch } = useRound(id)
	const isOnTheWay = round?.estado === 'en_curso'
	const [hasLeft, setLeft] = useState(false)
	// For a reload without a signal.
	useEffect(() => {
		if (!isOnTheWay || !('serviceWorker' in navigator)) return
		// A newer worker has an empty cache.
		navigator.serviceWorker.addEventListener('controllerchange', cachePage)
		registerPanelWorker().then(cachePage, (error: unknown) =>
			console.warn('the page of a round could not be cached', error),
		)
		return () => navigator.serviceWorker.removeEventListener('controllerchange', cachePage)
	}, [isOnTheWay])
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

/** The round as a whole: times, actions, map and all stops. */
function WholeRound({ round }: { round: RoundAnswer }) {
	const { salida_at, vuelve_at, metros, segundos, minutos_parada, paradas, estado } = round
	const all = segundos + paradas.length * minutos_parada * 60
	return (
		<>
			<p>
				{`${estado === 'borrador' ? 'Sale' : 'Salió'} ${formatHour(salida_at)} · vuelve cerca de las ${formatHour(vuelve_at)} · ${formatDistance(metros)} · ${durationText(all)}`}
			</p>
			<p className="small">{`Para empacar: ${unitsText(packingList(paradas.filter(({ anulada }) => !anulada))) || 'nada'}`}</p>
			{round.atrasada && <Alert tone="warn">La ronda va atrasada respecto de lo que se avisó a los clientes.</Alert>}
			<RoundActs round={round} />
			<DepartureForm key={salida_at} round={round} />
			<RoundMap round={round} />
			<Stops round={round} />
			{estado !== 'cerrada' && <LateOrders round={round} />}
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
	const next = round.estado === 'en_curso' ? open[0] : undefined
	return (
		<>
			{problem && <Alert>{problem}</Alert>}
			<ol className="stack" aria-label="Paradas">
				{stops.map((stop, at) => (
					<StopCard
						key={stop.id}
						stop={stop}
						round={round}
						number={at + 1}
						isNext={stop === next}
						isBusy={isBusy}
						place={open.indexOf(stop)}
						places={places}
						onMove={(to) => move(stop, to)}
					/>
				))}
			</ol>
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
						<StaffAction
							of={` la orden ${nro_orden}`}
							disabled={isBusy}
							onClick={() => {
								const request = requestTo(addStop, { params: { id: round.id }, body: { orden_id } })
								void act({ request, done: `Orden ${nro_orden} en la ronda` })
							}}
						>
							Agregar
						</StaffAction>
					</li>
				))}
			</ul>
		</details>
	)
}

interface DrivingProps {
	readonly round: RoundAnswer
	/** About the signal and unsent presses; below the stop, because they come and go. */
	readonly notices: ReactNode
	readonly onLeave: () => void
	/** The whole round, behind a button. */
	readonly children: ReactNode
}

/** Driving mode: a round on its way covers the window, one stop a screen. */
function Driving({ round, notices, onLeave, children }: DrivingProps) {
	const dialog = useModal()
	const [isList, setList] = useState(false)
	const stops = useShownStops(round)
	const next = stops.find(({ estado, anulada }) => isOpenStop(estado) && !anulada)
	const [chosen, choose] = useState<string>()
	const shown = stops.find(({ id }) => id === chosen) ?? next ?? stops.at(-1)
	// A completed stop remains on screen for its undo until the courier moves on.
	if (shown && chosen === undefined) choose(shown.id)
	const at = shown ? stops.indexOf(shown) : -1
	return (
		<dialog
			ref={dialog}
			className="driving"
			aria-labelledby="ruta"
			onCancel={(event) => {
				// A photo's file chooser and the dialogs inside report theirs here too.
				if (event.target === event.currentTarget) onLeave()
			}}
		>
			<div className="driving-head">
				<h2 id="ruta" className="small">
					{shown ? `Ronda ${round.numero} · parada ${at + 1} de ${stops.length}` : `Ronda ${round.numero}`}
				</h2>
				<StaffAction of=" de paradas" aria-pressed={isList} onClick={() => setList(!isList)}>
					Lista
				</StaffAction>
				<button type="button" className="staff-action" onClick={onLeave}>
					<span className="visually-hidden">Salir al </span>Panel
				</button>
			</div>
			{!isList && shown && (
				<>
					<OneStop stop={shown} round={round} />
					<nav className="stop-nav" aria-label="Paradas">
						<Button look="outline" disabled={at === 0} onClick={() => choose(stops[at - 1]?.id)}>
							Anterior
						</Button>
						<Button look="outline" disabled={at === stops.length - 1} onClick={() => choose(stops[at + 1]?.id)}>
							Siguiente
						</Button>
						{next && next !== shown && <Button onClick={() => choose(next.id)}>Ir a la próxima pendiente</Button>}
						{!next && <EndRound round={round} look="solid" />}
					</nav>
				</>
			)}
			<div className="stack">{notices}</div>
			{(isList || !shown) && <div className="round">{children}</div>}
			<Announcer part={round.id} />
		</dialog>
	)
}

function toCollectText({ por_cobrar, orden_estado }: ShownStop): string {
	if (por_cobrar > 0) return `Cobrar ${formatClp(por_cobrar)}`
	return orden_estado === 'pagada' ? 'Ya está pagada' : ''
}

/** One stop: what its courier needs first is on a phone's screen without scrolling. */
function OneStop({ stop, round }: { stop: ShownStop; round: RoundAnswer }) {
	const heading = useRef<HTMLHeadingElement>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: focus follows the shown stop
	useEffect(() => heading.current?.focus({ preventScroll: true }), [stop.id])
	const isOpen = isOpenStop(stop.estado)
	const { calle, interior } = splitInterior(stop.direccion)
	const hours = isOpen && `${formatHour(stop.desde)}–${formatHour(stop.hasta)}`
	return (
		<section className="one-stop stack" aria-labelledby="parada">
			<h3 id="parada" ref={heading} tabIndex={-1}>
				<span className="one-stop-address">{calle || 'Sin dirección'}</span>
				{interior && <span className="one-stop-inside">{interior}</span>}
			</h3>
			<p className="muted small">
				{[calle.includes(stop.comuna) ? '' : stop.comuna, hours].filter(Boolean).join(' · ')}
			</p>
			<p>
				<strong>{stop.nombre || 'Sin nombre'}</strong>
				<span>{` · Orden ${stop.nro_orden} · ${unitsText(stop.unidades)}`}</span>
			</p>
			{isOpen && !stop.anulada && <p className="one-stop-inside">{toCollectText(stop)}</p>}
			{stop.espera && (
				<p>
					<Badge tone="warn">Espera señal</Badge>
				</p>
			)}
			{stop.anulada && <Alert tone="warn">{calledOffText(stop)}</Alert>}
			{isOpen ? <StopWork stop={stop} foto={round.foto} /> : <Outcome stop={stop} />}
			{isOpen && stop.notas.length > 0 && (
				<ul className="stop-notes" aria-label="Notas">
					{stop.notas.map(({ de, texto, created_at }) => (
						<li key={`${created_at}${texto}`}>
							<strong>{de === 'equipo' ? 'Nota:' : 'Intento anterior:'}</strong>
							<span>{` ${texto}`}</span>
						</li>
					))}
				</ul>
			)}
		</section>
	)
}
