import { expect, test } from 'vitest'
import { waitText } from '#core/rules/wait-text.ts'

test('writes a wait in whole seconds or minutes, never shorter than it is', () => {
	expect(waitText(0.4)).toBe('un segundo')
	expect(waitText(1)).toBe('un segundo')
	expect(waitText(1.1)).toBe('2 segundos')
	expect(waitText(29.2)).toBe('30 segundos')
	expect(waitText(60)).toBe('un minuto')
	expect(waitText(61)).toBe('2 minutos')
	expect(waitText(14 * 60)).toBe('14 minutos')
})
