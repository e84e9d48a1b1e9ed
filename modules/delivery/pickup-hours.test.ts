import { expect, test } from 'vitest'
import { pickupHours } from './pickup-hours.ts'

test.each([
	[null, 0, null],
	['de lunes a viernes', 0, 'de lunes a viernes'],
	['de lunes a viernes', 1, 'de lunes a viernes, con al menos 1 hora de aviso'],
	[null, 24, 'a la hora que acordemos, con al menos 24 horas de aviso'],
] as const)('writes the pickup hours %s with %i hours of notice', (horario, hours, reported) => {
	expect(pickupHours(horario, hours)).toBe(reported)
})
