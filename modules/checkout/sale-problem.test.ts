import { expect, test } from 'vitest'
import { methodProblem, saleProblem } from '#modules/checkout/sale-problem.ts'
import { demoSettings, type SettingKey, settingsFrom } from '#modules/settings/settings.ts'

const now = new Date('2026-12-20T15:00:00Z')
const settingsWith = (changes: [SettingKey, string][]) => settingsFrom(new Map([...demoSettings, ...changes]))

test('sells once the legally required information is complete, and not before', () => {
	expect(saleProblem(settingsWith([]), now)).toBeUndefined()
	expect(saleProblem(settingsWith([['banco_rut', '']]), now)?.failure).toBe('tienda_incompleta')
})

test("rejects orders with the owner's message while the shop is closed", () => {
	const settings = settingsWith([
		['tienda_cerrada', 'true'],
		['cierre_motivo', 'Estamos de vacaciones'],
		['cierre_vuelta', '2026-12-28'],
	])
	expect(saleProblem(settings, now)).toMatchObject({
		failure: 'tienda_cerrada',
		text: 'Estamos de vacaciones. Volvemos el lunes 28 de diciembre.',
		extra: { vuelta: '2026-12-28' },
	})
	expect(saleProblem(settings, new Date('2026-12-28T12:00:00Z'))).toBeUndefined()
})

test.each([
	['webpay', [], ['webpay'], true],
	['webpay', [], ['flow'], false],
	['webpay', [['pasarelas', 'flow']], ['webpay', 'flow'], false],
	['webpay', [['pasarelas', '']], ['webpay'], false],
	['efectivo', [], [], true],
	['efectivo', [['pago_efectivo', 'false']], [], false],
	['transferencia', [['pago_efectivo', 'false']], [], true],
] as const)('checks the method %s with %j and the gateways %j: %s', (metodo, changes, gateways, isTaken) => {
	const settings = settingsWith(changes.map(([key, text]) => [key, text]))
	expect(methodProblem(metodo, settings, gateways)?.failure).toBe(isTaken ? undefined : 'metodo_no_disponible')
})
