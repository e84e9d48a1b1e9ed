import { describe, expect, it } from 'vitest'
import { bankSettings } from './seller-settings.ts'
import { day, problemOf, settingGroup } from './setting-kinds.ts'
import { needsFreshProof, settingGroups, settingHelp, settingKeys, shownOn } from './settings.ts'

describe('settingGroups', () => {
	it('names every setting once', () => {
		const declared: string[] = settingGroups.flatMap(({ settings }) => Object.keys(settings))
		expect(declared).toEqual(settingKeys)
		expect(new Set(declared).size).toBe(declared.length)
	})

	it('previews settings that are saved together at one place', () => {
		for (const group of settingGroups) {
			if (!('savedTogether' in group)) continue
			const places = settingKeys
				.filter((key) => key in group.settings)
				.map((key) => shownOn(key))
				.map((place) => place && ('part' in place ? place.part : 'page'))
			expect(new Set(places).size, group.title).toBe(1)
		}
	})

	it('requires a fresh proof for every setting that customers read', () => {
		const read = settingKeys.filter((key) => settingHelp(key).seen !== 'Los clientes no lo ven.' || shownOn(key))
		expect(read.length).toBeGreaterThan(30)
		expect(read.filter((key) => !needsFreshProof(key))).toEqual([])
	})

	it('requires a group to state its guards', () => {
		const about = { name: 'nuevo', title: 'Nuevo', settings: {} } as const
		// @ts-expect-error without freshProof
		settingGroup({ ...about, permission: 'cambiar_ajustes' })
		// @ts-expect-error without permission
		settingGroup({ ...about, freshProof: true })
	})

	it("requires a fresh proof for settings that decide the recipient of customers' money", () => {
		expect(bankSettings).toMatchObject({ freshProof: true, steersMoney: true, permission: 'cambiar_tienda' })
	})
})

describe('problemOf', () => {
	it.each(['2000-01-01', '2028-02-29', '2100-12-31', null])('takes the day %j', (value) => {
		expect(problemOf(day, value)).toBeUndefined()
	})

	it.each(['0000-01-01', '1999-12-31', '2101-01-01', '2027-02-29', '2026-13-01', '26-1-1', ''])(
		'refuses the day %j',
		(value) => {
			expect(problemOf(day, value)).toBe('Elige una fecha.')
		},
	)
})
