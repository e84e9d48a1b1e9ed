import { expect, test } from 'vitest'
import {
	cashText,
	deliveryStateText,
	hoursText,
	outcomeText,
	punctualityText,
	visitTimeText,
	windowText,
} from '#modules/rounds/web/order-delivery.tsx'

test('the promised time range is in Santiago’s time zone', () => {
	const promised = { desde: '2026-11-25T18:20:00.000Z', hasta: '2026-11-25T19:20:00.000Z' }
	expect(windowText(promised)).toBe('25 nov 2026, 15:20–16:20')
	expect(hoursText(promised)).toBe('15:20–16:20')
})

test.each([
	['entregada', false, 'A tiempo'],
	['entregada', true, 'Tarde'],
	['en_ruta', true, 'Va tarde'],
	['en_ruta', false, undefined],
	['no_entregada', true, 'Tarde'],
	['no_entregada', false, undefined],
] as const)('the punctuality of a delivery in state %s with atrasada %s is %s', (estado, atrasada, text) => {
	expect(punctualityText({ estado, atrasada, adelantada: false })).toBe(text)
})

test('a delivery before its promised time is early', () => {
	expect(punctualityText({ estado: 'entregada', atrasada: false, adelantada: true })).toBe('Antes')
})

test('only a stop whose order was cancelled before the visit is called cancelled', () => {
	const text = (facts: Partial<Parameters<typeof deliveryStateText>[0]>) =>
		deliveryStateText({ estado: 'no_entregada', motivo: 'sin_visitar', orden_estado: 'pendiente', ...facts })
	expect(text({ motivo: 'cancelada', orden_estado: 'cancelado' })).toBe('Cancelada')
	expect(text({ estado: 'en_ruta', motivo: null, orden_estado: 'cancelado' })).toBe('Cancelada')
	expect(text({ orden_estado: 'cancelado' })).toBe('No entregado')
	expect(text({ estado: 'entregada', motivo: null, orden_estado: 'cancelado' })).toBe('Entregado')
	expect(outcomeText({ recibe: '', motivo: 'cancelada', nota: '' })).toBe('')
})

test('the outcome names the recipient or the reason, and the collected cash with its change', () => {
	expect(outcomeText({ recibe: 'Conserje', motivo: null, nota: '' })).toBe('Recibe Conserje')
	expect(outcomeText({ recibe: '', motivo: 'nadie_en_casa', nota: 'timbre malo' })).toBe('No había nadie · timbre malo')
	expect(cashText({ cobrado: null, vuelto: null })).toBe('')
	expect(cashText({ cobrado: 29_990, vuelto: 0 })).toBe('$29.990')
	expect(cashText({ cobrado: 29_990, vuelto: 10 })).toBe('$29.990 (vuelto $10)')
})

test('the time of the visit includes the day only when it differs from the promised one', () => {
	const desde = '2026-11-26T01:20:00.000Z'
	expect(visitTimeText({ desde, hecha_at: '2026-11-26T02:05:00.000Z' })).toBe('23:05')
	expect(visitTimeText({ desde, hecha_at: '2026-11-26T03:05:00.000Z' })).toBe('26 nov 2026, 00:05')
	expect(visitTimeText({ desde, hecha_at: null })).toBe('-')
})
