import { dayIn } from '#core/rules/times.ts'
import { weekdayText } from '#modules/orders/arrival.ts'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import { santiagoMinute } from '#modules/rounds/rounds.ts'
import { windowAround } from '#modules/rounds/route.ts'
import type { RoundAnswer, RoundStop } from '#modules/rounds/shapes.ts'

/** The parts of a planned round that its departure depends on. */
export interface PlannedRound extends Pick<RoundAnswer, 'salida_at' | 'hoy_es_feriado'> {
	readonly paradas: readonly Pick<RoundStop, 'estado' | 'llega_at'>[]
}

/** Departures from the first to the last of these hours in Santiago are usual. */
const usual = { from: '08:00', until: '21:00' }
const mostOffPlanMs = 3_600_000

const hourIn = (moment: Date) => santiagoMinute(moment).slice(11)
const hourText = (hour: string) => (hour.startsWith('01') ? `la ${hour}` : `las ${hour}`)

/** What is unusual about a departure, a sentence each. */
function oddities({ salida_at, hoy_es_feriado }: PlannedRound, now: Date): string[] {
	const [hour, planned] = [hourIn(now), new Date(salida_at)]
	const isOddHour = hour < usual.from || hour > usual.until
	const isOffPlan = Math.abs(now.getTime() - planned.getTime()) > mostOffPlanMs
	const plannedDay = dayIn(planned) === dayIn(now) ? '' : `el ${weekdayText(dayIn(planned))} `
	return [
		...(isOddHour ? [`${hour.startsWith('01') ? 'Es' : 'Son'} ${hourText(hour)}.`] : []),
		...(hoy_es_feriado ? ['Hoy es feriado.'] : []),
		...(isOffPlan ? [`El plan era salir ${plannedDay}a ${hourText(hourIn(planned))}.`] : []),
	]
}

/**
 * The sentences that staff confirm before a round leaves outside 08:00 to 21:00, on a holiday, or more than an hour off
 * its plan: why they are asked, and which hours its customers read. Empty for a usual departure.
 */
export function departureQuestions(round: PlannedRound, now: Date): string[] {
	const reasons = oddities(round, now)
	if (reasons.length === 0) return []
	const delay = now.getTime() - Date.parse(round.salida_at)
	const windows = round.paradas
		.filter(({ estado }) => isOpenStop(estado))
		.map(({ llega_at }) => windowAround(new Date(Date.parse(llega_at) + delay), now))
	const [first, last] = [windows[0], windows.at(-1)]
	const hours = first && last ? ` (entre ${hourIn(first.desde)} y ${hourIn(last.hasta)})` : ''
	const whom = windows.length === 1 ? 'A un cliente le' : `A ${windows.length} clientes les`
	return [...reasons, `${whom} llega ahora un correo con su hora${hours}.`]
}
