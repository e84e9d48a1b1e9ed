import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { Announcer } from '#core/web/panel/panel-parts.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { useModal } from '#core/web/ui/dialogs.tsx'
import { formatHour } from '#core/web/ui/format-date.ts'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { splitInterior } from '#modules/delivery/address.ts'
import { calledOffText } from '#modules/orders/staff/web/money-text.ts'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import { unitsText } from '#modules/rounds/rounds.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import type { ShownStop } from '#modules/rounds/web/outbox.ts'
import { EndRound } from '#modules/rounds/web/round-acts.tsx'
import { Outcome, StopNotes, StopWork } from '#modules/rounds/web/stop-card.tsx'
import { useShownStops } from '#modules/rounds/web/use-round.tsx'

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
			{isOpen && <StopNotes notes={stop.notas} />}
		</section>
	)
}

/** Returns the chosen stop, or the next open one. */
function useShownStop(stops: readonly ShownStop[]) {
	const next = stops.find(({ estado, anulada }) => isOpenStop(estado) && !anulada)
	const [chosen, setChosen] = useState<string>()
	const shown = stops.find(({ id }) => id === chosen) ?? next ?? stops.at(-1)
	// A completed stop remains on screen for its undo until the courier moves on.
	if (shown && chosen === undefined) setChosen(shown.id)
	const at = shown ? stops.indexOf(shown) : -1
	const stepTo = (by: number) => stops[at + by] && (() => setChosen(stops[at + by]?.id))
	const toNext = next && next !== shown ? () => setChosen(next.id) : undefined
	return { shown, at, before: stepTo(-1), after: stepTo(1), toNext }
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
export function Driving({ round, notices, onLeave, children }: DrivingProps) {
	const dialog = useModal()
	const [isList, setList] = useState(false)
	const stops = useShownStops(round)
	const { shown, at, before, after, toNext } = useShownStop(stops)
	const isOver = stops.every(({ estado, anulada }) => !isOpenStop(estado) || anulada)
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
				<button type="button" className="staff-action" aria-pressed={isList} onClick={() => setList(!isList)}>
					Lista<span className="visually-hidden"> de paradas</span>
				</button>
				<button type="button" className="staff-action" onClick={onLeave}>
					<span className="visually-hidden">Salir al </span>Panel
				</button>
			</div>
			{!isList && shown && (
				<>
					<OneStop stop={shown} round={round} />
					<nav className="stop-nav" aria-label="Paradas">
						<Button look="outline" disabled={!before} onClick={before}>
							Anterior
						</Button>
						<Button look="outline" disabled={!after} onClick={after}>
							Siguiente
						</Button>
						{toNext && <Button onClick={toNext}>Ir a la próxima pendiente</Button>}
						{isOver && <EndRound round={round} look="solid" />}
					</nav>
				</>
			)}
			<div className="stack">{notices}</div>
			{(isList || !shown) && <div className="round">{children}</div>}
			<Announcer part={round.id} />
		</dialog>
	)
}
