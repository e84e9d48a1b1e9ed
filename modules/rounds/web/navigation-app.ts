import { readText, writeText } from '#core/web/ui/browser-storage.ts'
import { navigationApps } from '#modules/rounds/navigation.ts'

const storageKey = 'premium-shaker-navegador'

export type NavigationApp = (typeof navigationApps)[number]

/** Returns the navigation app that was last used on this phone. */
export function usualApp(): NavigationApp {
	const name = readText(storageKey)
	return navigationApps.find((app) => app.name === name) ?? navigationApps[0]
}

export const rememberApp = (app: NavigationApp): void => writeText(storageKey, app.name)
