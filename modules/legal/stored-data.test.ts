import { describe, expect, it } from 'vitest'
import { retentionDays, taxDocumentYears } from '#core/rules/retention.ts'
import { groundsText, receiversText, storedData } from '#modules/legal/stored-data.ts'

describe('the list of stored data', () => {
	it.each(storedData.map((one) => [one.name, one] as const))('states each part of %s', (_, one) => {
		for (const text of [one.data, one.term]) expect(text).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/)
		expect(one.purpose).toMatch(/^(Para|Solo para) .*[^.]$/)
		expect(one.grounds).not.toEqual([])
		for (const key of one.deletedAfter) expect(one.term).toMatch(new RegExp(`\\b${retentionDays[key]} días`))
	})

	it('names every term by which the daily job deletes, and the tax law\u2019s', () => {
		const named = storedData.flatMap(({ deletedAfter }) => deletedAfter)
		expect(new Set(named)).toEqual(new Set(Object.keys(retentionDays)))
		expect(storedData.find(({ name }) => name === 'Boletas y facturas')?.term).toContain(`${taxDocumentYears} años`)
	})

	it('says grounds and receivers as a person would', () => {
		expect(groundsText({ grounds: ['contrato', 'ley'] })).toBe('el contrato y la ley')
		expect(receiversText({ receivers: ['equipo', 'correo'] })).toBe('Lo ve el equipo y el servicio de correo.')
		expect(receiversText({ receivers: [] })).toBe('Nadie más lo ve.')
	})
})
