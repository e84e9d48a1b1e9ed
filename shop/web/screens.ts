import { type ComponentType, lazy } from 'react'
import { isAt, siteMap } from '#shop/web/site-map.ts'

type Load = () => Promise<{ default: ComponentType }>

// One chunk per screen. Home's is part of the first.
const modules = import.meta.glob<{ default: ComponentType }>(['/modules/*/web/*-screen.tsx', '!/modules/home/**'])

function loadOf(module: string): Load {
	const load = modules[`/${module}`]
	if (!load) throw new Error(`the site map names ${module}, which is no screen`)
	return load
}

/** Every screen of the site map. A screen's code is preloaded when a link to it is about to be used. */
export const screens = siteMap.map(({ path, module }) => {
	const load = loadOf(module)
	return { path, load, Screen: lazy(load) }
})

/** Preloads the code of the screen at a path. A failure appears when the screen is opened. */
export function preloadScreen(path: string): void {
	const place = path.replace(/[?#].*$/, '')
	for (const screen of screens) if (isAt(screen.path, place)) screen.load().catch(() => undefined)
}
