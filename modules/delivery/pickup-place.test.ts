import { expect, test } from 'vitest'
import { pickupPlace } from './pickup-place.ts'

test.each([
	['Baquedano', 'metro Baquedano'],
	['Metro Los Leones', 'metro Los Leones'],
	['Estación Metro Tobalaba', 'metro Tobalaba'],
	['metro  Baquedano ', 'metro Baquedano'],
	['Estación Central', 'metro Central'],
	['Plaza Metro Norte', 'metro Plaza Metro Norte'],
	['', 'metro'],
])('writes the station "%s" as %s', (estacion, text) => {
	expect(pickupPlace(estacion)).toBe(text)
})
