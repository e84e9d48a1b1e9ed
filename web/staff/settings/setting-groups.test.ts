import { expect, test } from 'vitest'
import { settingKeys } from '#domain/settings/settings.ts'
import { shownOn } from '#domain/settings/shown-on.ts'
import { settingGroups } from './setting-groups.ts'

test('every setting stands in one group', () => {
	const shown: string[] = settingGroups.flatMap(({ keys }) => [...keys])
	expect(shown.toSorted()).toEqual(settingKeys.toSorted())
})

test('what is saved at once is seen at one place, that of its first setting', () => {
	for (const group of settingGroups) {
		if (!('isOne' in group)) continue
		const places = group.keys
			.map((key) => shownOn(key))
			.map((place) => place && ('part' in place ? place.part : 'page'))
		expect(new Set(places).size, group.title).toBe(1)
	}
})
