import { type FormEvent, useState } from 'react'
import { departureProblem } from '#core/rules/failure-texts.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import { canLeaveAt, momentInSantiago, nextDeparture, santiagoMinute } from '#modules/rounds/departure.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import { useArrangeRound } from '#modules/rounds/web/use-round.ts'
import '#modules/rounds/web/round-map.css'

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

export type Departure = ReturnType<typeof useDeparture>

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
	const { arrange, isBusy, problem } = useArrangeRound(round)
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
