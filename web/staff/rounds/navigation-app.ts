import { navigationApps } from '#domain/rounds/navigation.ts'
import { readText, writeText } from '#web/ui/browser-storage.ts'

const storageKey = 'premium-shaker-navegador'

export type NavigationApp = (typeof navigationApps)[number]

/** The app that led somebody from this phone last. */
export function usualApp(): NavigationApp {
	const name = readText(storageKey)
	return navigationApps.find((app) => app.name === name) ?? navigationApps[0]
}

/** Remembers which app this phone is led by. */
export const rememberApp = (app: NavigationApp): void => writeText(storageKey, app.name)
