import { describe, expect, it } from 'vitest'
import { departureQuestions, type PlannedRound } from '#modules/rounds/departure.ts'

const at = (time: string, day = '2026-11-27') => new Date(`${day}T${time}:00-03:00`)

/** A round whose two open stops are reached one and two hours after its planned departure. */
function planned(time: string, { day = '2026-11-27', hoy_es_feriado = false } = {}): PlannedRound {
	const salida = at(time, day)
	const after = (hours: number) => new Date(salida.getTime() + hours * 3_600_000).toISOString()
	return {
		salida_at: salida.toISOString(),
		hoy_es_feriado,
		paradas: [
			{ estado: 'por_preparar', llega_at: after(1) },
			{ estado: 'por_preparar', llega_at: after(2) },
		],
	}
}

describe('the questions before a round leaves', () => {
	it.each(['08:00', '12:30', '21:00'])('are none at %s as planned', (time) => {
		expect(departureQuestions(planned(time), at(time))).toEqual([])
	})

	it.each([
		['07:59', 'Son las 07:59.', '08:30 y 10:30'],
		['21:01', 'Son las 21:01.', '21:30 y 23:30'],
		['03:05', 'Son las 03:05.', '03:40 y 05:40'],
		['01:20', 'Es la 01:20.', '01:50 y 03:50'],
	])('name the hour at %s, and the hours that customers read', (time, hour, hours) => {
		expect(departureQuestions(planned(time), at(time))).toEqual([
			hour,
			`A 2 clientes les llega ahora un correo con su hora (entre ${hours}).`,
		])
	})

	it('name a holiday', () => {
		expect(departureQuestions(planned('12:00', { hoy_es_feriado: true }), at('12:00'))[0]).toBe('Hoy es feriado.')
	})

	it.each(['11:00', '13:00'])('are none at %s for a plan of 12:00', (time) => {
		expect(departureQuestions(planned('12:00'), at(time))).toEqual([])
	})

	it.each(['10:59', '13:01'])('name the plan of 12:00 at %s', (time) => {
		expect(departureQuestions(planned('12:00'), at(time))[0]).toBe('El plan era salir a las 12:00.')
	})

	it('name the day of a plan for another day, and the hours counted from now', () => {
		expect(departureQuestions(planned('13:15', { day: '2026-11-29' }), at('12:00'))).toEqual([
			'El plan era salir el domingo 29 de noviembre a las 13:15.',
			'A 2 clientes les llega ahora un correo con su hora (entre 12:30 y 14:30).',
		])
	})

	it('count only the customers whose stop is open', () => {
		const { paradas, ...round } = planned('03:00')
		const done = { estado: 'entregada', llega_at: at('02:00').toISOString() } as const
		expect(departureQuestions({ ...round, paradas: [done, ...paradas.slice(0, 1)] }, at('03:00'))).toEqual([
			'Son las 03:00.',
			'A un cliente le llega ahora un correo con su hora (entre 03:30 y 04:30).',
		])
	})

	it('name every reason, in one order', () => {
		expect(departureQuestions(planned('15:00', { hoy_es_feriado: true }), at('03:05')).slice(0, 3)).toEqual([
			'Son las 03:05.',
			'Hoy es feriado.',
			'El plan era salir a las 15:00.',
		])
	})
})
