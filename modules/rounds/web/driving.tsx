import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { formatHour } from '#core/web/ui/format-date.ts'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { splitInterior } from '#modules/delivery/address.ts'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import { unitsText } from '#modules/rounds/rounds.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import type { ShownStop } from '#modules/rounds/web/outbox.ts'
import { Outcome, StopActions, StopLinks, StopNotes } from '#modules/rounds/web/stop-card.tsx'
import { useShownStops } from '#modules/rounds/web/use-round.tsx'
import { calledOffText } from '#modules/staff-orders/web/money-text.ts'

/** One stop on the whole screen, with its address, contact and actions. */
function OneStop({ stop, round, place }: { stop: ShownStop; round: RoundAnswer; place: string }) {
	const heading = useRef<HTMLHeadingElement>(null)
	const before = useRef(stop.id)
	useEffect(() => {
		// Focus moves to the heading only after a change of stop, not on the first render.
		if (before.current !== stop.id) heading.current?.focus({ preventScroll: true })
		before.current = stop.id
	}, [stop.id])
	const isOpen = isOpenStop(stop.estado)
	const { calle, interior } = splitInterior(stop.direccion)
	return (
		<section className="one-stop stack" aria-labelledby="parada">
			<h5 id="parada" ref={heading} tabIndex={-1}>
				<span className="muted small">
					{isOpen ? `${place} · ${formatHour(stop.desde)}–${formatHour(stop.hasta)}` : place}
				</span>
				<span className="one-stop-address">{calle || 'Sin dirección'}</span>
				{interior && <span className="one-stop-inside">{interior}</span>}
			</h5>
			<p>{stop.comuna}</p>
			<p>
				<strong>{stop.nombre || 'Sin nombre'}</strong>
				<span>{` · Orden ${stop.nro_orden} · ${unitsText(stop.unidades)}`}</span>
			</p>
			<p>
				{isOpen && stop.por_cobrar > 0 && <Badge tone="warn">{`Cobrar ${formatClp(stop.por_cobrar)}`}</Badge>}{' '}
				{stop.espera && <Badge tone="warn">Espera señal</Badge>}
			</p>
			{stop.anulada && <Alert tone="warn">{calledOffText(stop)}</Alert>}
			{isOpen && <StopNotes notes={stop.notas} />}
			{isOpen && <StopLinks stop={stop} />}
			{isOpen && !stop.anulada && <StopActions stop={stop} foto={round.foto} />}
			{!isOpen && <Outcome stop={stop} />}
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

/** A round on its way: one stop a screen, with the list behind a button. */
export function Driving({ round, children }: { round: RoundAnswer; children: ReactNode }) {
	const [isList, setList] = useState(false)
	const stops = useShownStops(round)
	const { shown, at, before, after, toNext } = useShownStop(stops)
	const done = stops.filter(({ estado }) => !isOpenStop(estado)).length
	return (
		<>
			<button type="button" className="staff-action" aria-expanded={isList} onClick={() => setList(!isList)}>
				{isList ? 'Ver una parada' : `Ver la lista (${done} de ${stops.length} hechas)`}
			</button>
			{isList && children}
			{!isList && shown && (
				<>
					<OneStop stop={shown} round={round} place={`Parada ${at + 1} de ${stops.length}`} />
					<nav className="stop-nav" aria-label="Paradas">
						<Button look="outline" disabled={!before} onClick={before}>
							Anterior
						</Button>
						<Button look="outline" disabled={!after} onClick={after}>
							Siguiente
						</Button>
						{toNext && <Button onClick={toNext}>Ir a la próxima pendiente</Button>}
					</nav>
				</>
			)}
		</>
	)
}
