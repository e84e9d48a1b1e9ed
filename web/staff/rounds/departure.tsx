import { type FormEvent, useState } from 'react'
import type { RoundAnswer } from '#contract/staff/rounds.ts'
import { isOpenStop } from '#domain/rounds/delivery-state.ts'
import {
	canLeaveAt,
	departureProblem,
	momentInSantiago,
	nextDeparture,
	santiagoMinute,
} from '#domain/rounds/departure.ts'
import { useArrangeRound } from '#web/staff/rounds/use-round.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import '#web/staff/rounds/round-map.css'

/** A departure as it is chosen in Santiago's hours; until somebody does, `offered` gives it. */
function useDeparture(offered: () => Date) {
	const [chosen, setChosen] = useState<string>()
	const [problem, setProblem] = useState<string>()
	const value = chosen ?? santiagoMinute(offered())
	/** The moment that was chosen, or undefined and why it cannot be. */
	function read(): string | undefined {
		const leaves = momentInSantiago(value)
		const isRight = leaves !== undefined && canLeaveAt(leaves, new Date())
		setProblem(isRight ? undefined : departureProblem)
		return isRight ? leaves.toISOString() : undefined
	}
	return { value, problem, read, choose: setChosen }
}

export type Departure = ReturnType<typeof useDeparture>

/** When a round that is being planned leaves: at the next full quarter of an hour, unless somebody chooses. */
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

/** Changes when a round leaves that has not left. */
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
