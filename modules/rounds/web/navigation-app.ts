import { readText, writeText } from '#core/web/ui/store.ts'

interface Place {
	readonly lat: number
	readonly lng: number
}

/** Navigation apps that open a position by a plain address. */
export const navigationApps = [
	{ name: 'Waze', address: ({ lat, lng }: Place) => `https://waze.com/ul?ll=${lat}%2C${lng}&navigate=yes` },
	{
		name: 'Google Maps',
		address: ({ lat, lng }: Place) =>
			`https://www.google.com/maps/dir/?api=1&destination=${lat}%2C${lng}&travelmode=driving&dir_action=navigate`,
	},
	{ name: 'Apple Maps', address: ({ lat, lng }: Place) => `https://maps.apple.com/?daddr=${lat}%2C${lng}&dirflg=d` },
] as const

const storageKey = 'premium-shaker-navegador'

export type NavigationApp = (typeof navigationApps)[number]

/** Returns the navigation app that was last used on this phone. */
export function usualApp(): NavigationApp {
	const name = readText(storageKey)
	return navigationApps.find((app) => app.name === name) ?? navigationApps[0]
}

export const rememberApp = (app: NavigationApp): void => writeText(storageKey, app.name)
