import { describe, expect, it } from 'vitest'
import { pickupHours } from '#modules/rounds/pickup-hours.ts'

describe('pickupHours', () => {
	// A Friday, 15:00 in Santiago.
	const now = new Date('2026-11-27T18:00:00Z')
	const namesOf = (horario: string | null) => pickupHours(horario, now).map(([, name]) => name)

	it('offers the coming hours within those of the owner, today first', () => {
		expect(namesOf('lunes a viernes de 14:00 a 18:00, sábado de 11:00 a 13:00')).toEqual([
			'hoy 16:00',
			'hoy 18:00',
			'mañana 11:00',
			'mañana 13:00',
		])
		expect(namesOf('lunes de 10 a 12')).toEqual(['lunes 10:00', 'lunes 12:00'])
		expect(pickupHours('viernes de 18:00 a 19:00', now)[0]).toEqual(['2026-11-27T18:00', 'hoy 18:00'])
	})

	it.each([null, 'a convenir'])('offers usual hours for %j', (horario) => {
		expect(namesOf(horario)).toEqual(['hoy 18:00', 'mañana 11:00', 'mañana 18:00', 'domingo 11:00'])
	})
})
