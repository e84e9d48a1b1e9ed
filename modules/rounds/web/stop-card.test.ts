import { expect, test } from 'vitest'
import { navigationApps } from '#modules/rounds/web/stop-card.tsx'

test("formats the drivers' links with decimal points, latitude before longitude", () => {
	for (const { address } of navigationApps) expect(address({ lat: -33.437, lng: -70.63 })).toContain('-33.437%2C-70.63')
})
