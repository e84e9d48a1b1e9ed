import { type ComponentType, lazy } from 'react'
import { isAt, siteMap } from '#web/site/site-map.ts'

type Load = () => Promise<{ default: ComponentType }>

// One file of code for each screen. Home's is part of the first.
const modules = import.meta.glob<{ default: ComponentType }>(['./*/*-screen.tsx', '!./home/*'])

function loadOf(module: string): Load {
	const load = modules[`./${module}.tsx`]
	if (!load) throw new Error(`the site map names ${module}, which is no screen`)
	return load
}

/** Every screen of the site map. Their code is fetched when a link to them is about to be used. */
export const screens = siteMap.map(({ path, module }) => {
	const load = loadOf(module)
	return { path, load, Screen: lazy(load) }
})

/** Fetches the code of the screen at a path ahead of its use. A failure is told when the screen is really opened. */
export function preloadScreen(path: string): void {
	const place = path.replace(/[?#].*$/, '')
	for (const screen of screens) if (isAt(screen.path, place)) screen.load().catch(() => undefined)
}
