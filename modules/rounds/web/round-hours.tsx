import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addressOf } from '#core/contract/endpoint.ts'
import { panelKey } from '#core/web/panel/panel-parts.tsx'
import { fetchFile } from '#core/web/session/identity-request.ts'
import { formatHour } from '#core/web/ui/format-date.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import { drawRound } from '#modules/rounds/endpoints.ts'
import {
	canLeaveAt,
	drivingSourceText,
	momentInSantiago,
	nextDeparture,
	santiagoMinute,
} from '#modules/rounds/rounds.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import '#modules/rounds/web/rounds.css'
import { departureProblem } from '#core/rules/limits.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { Field, useObjectUrl } from '#core/web/ui/fields.tsx'
import { useMedia } from '#core/web/ui/hooks.ts'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import { useArrangeRound } from '#modules/rounds/web/use-round.tsx'

function Picture({ round, isShown }: { round: RoundAnswer; isShown: boolean }) {
	const isNarrow = useMedia('(max-width: 39.99rem)')
	const isDark = useMedia('(prefers-color-scheme: dark)')
	const query = { formato: isNarrow ? 'angosto' : 'ancho', oscuro: isDark ? '1' : '0' } as const
	const shown = round.paradas.map(({ id, lat, lng, llega_at, hecha_at }) => [id, lat, lng, hecha_at ?? llega_at])
	const map = useQuery({
		// It contains everything that the map shows.
		queryKey: [...panelKey, 'mapa_ronda', round.id, query, shown],
		queryFn: () => fetchFile(addressOf(drawRound, { params: { id: round.id }, query })),
		enabled: isShown,
		staleTime: 'static',
		placeholderData: (before) => before,
	})
	const src = useObjectUrl(map.data)
	const count = round.paradas.filter(({ lat }) => lat !== null).length
	const stops = count === 1 ? 'una parada numerada' : `${count} paradas numeradas`
	if (!src)
		return (
			<p className="round-map-waiting" role="status">
				{map.isError ? 'El mapa no está disponible ahora. La ronda sigue igual sin él.' : 'Cargando mapa...'}
			</p>
		)
	return (
		<img
			src={src}
			alt={`Mapa de la ronda: la tienda, ${stops} y el camino que las une. La lista que sigue dice lo mismo.`}
			width={isNarrow ? 390 : 640}
			height={420}
		/>
	)
}

/** Map of the stops and times, and the same as text. On the way it is closed at first, because the phone may be offline. */
export function RoundMap({ round }: { round: RoundAnswer }) {
	const [isOpen, setOpen] = useState(round.estado === 'borrador')
	const { fuente, paradas } = round
	if (paradas.length === 0) return null
	const hasMap = paradas.some(({ lat }) => lat !== null)
	return (
		<details className="round-map" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>Mapa y horas</summary>
			<div>{hasMap && <Picture round={round} isShown={isOpen} />}</div>
			<ol className="round-hours stack tighter" aria-label="Hora en cada puerta">
				{paradas.map(({ id, llega_at, hecha_at, direccion, lat }, at) => (
					<li key={id}>
						<span className="digits">{`${at + 1}. ${formatHour(hecha_at ?? llega_at)}`}</span>
						<span>{` ${formatDireccion(direccion) || 'Sin dirección'}${lat === null ? ' (no está en el mapa: se cuentan 15 minutos de ida)' : ''}`}</span>
					</li>
				))}
			</ol>
			<p className="muted small">
				{`${drivingSourceText(round)}${fuente === 'google' ? ` Powered by Google, ©${new Date().getFullYear()} Google` : ''}`}
			</p>
		</details>
	)
}

/** State of a departure in Santiago's time; `offered` returns the initial value. */
function useDeparture(offered: () => Date) {
	const [chosen, setChosen] = useState<string>()
	const [problem, setProblem] = useState<string>()
	const value = chosen ?? santiagoMinute(offered())
	/** Returns the chosen moment, or undefined and shows the error. */
	function read(): string | undefined {
		const leaves = momentInSantiago(value)
		const isRight = leaves !== undefined && canLeaveAt(leaves, new Date())
		setProblem(isRight ? undefined : departureProblem)
		return isRight ? leaves.toISOString() : undefined
	}
	return { value, problem, read, choose: setChosen }
}

type Departure = ReturnType<typeof useDeparture>

/** Departure of a new round; by default the next full quarter of an hour. */
export const usePlannedDeparture = (): Departure => useDeparture(() => nextDeparture(new Date()))

export function DepartureField({ departure }: { departure: Departure }) {
	const { value, problem, choose } = departure
	return (
		<Field
			label="Sale de la tienda"
			type="datetime-local"
			value={value}
			required
			error={problem}
			onChange={(event) => choose(event.target.value)}
		/>
	)
}

/** Changes the departure of a planned round. */
export function DepartureForm({ round }: { round: RoundAnswer }) {
	const departure = useDeparture(() => new Date(round.salida_at))
	const { change: arrange, isBusy, problem } = useArrangeRound(round)
	if (round.estado !== 'borrador') return null
	const open = round.paradas.filter(({ estado }) => isOpenStop(estado))
	function onSubmit(event: FormEvent) {
		event.preventDefault()
		const salida_at = departure.read()
		if (!salida_at) return
		const fijadas = open.filter(({ fijada }) => fijada).map(({ id }) => id)
		arrange({ paradas: open.map(({ id }) => id), fijadas, salida_at })
	}
	return (
		<form noValidate onSubmit={onSubmit}>
			{problem && <Alert>{problem}</Alert>}
			<div className="round-departure">
				<DepartureField departure={departure} />
				<Button type="submit" look="outline" isBusy={isBusy}>
					Cambiar salida
				</Button>
			</div>
		</form>
	)
}
