import { type ComponentType, lazy, Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { ErrorBoundary } from '#core/web/errors/error-boundary.tsx'
import { PreloadScreen } from '#core/web/ui/buttons.tsx'
import { Skeleton } from '#core/web/ui/parts.tsx'
import type { PageData } from '#modules/catalog/shapes.ts'
import { PageDataProvider } from '#modules/catalog/web/catalog.tsx'
import { HomeScreen } from '#modules/home/web/home-screen.tsx'
import { Shell } from '#shop/web/shell/shell.tsx'
import { isAt, siteMap } from '#shop/web/site-map.ts'

const NotFoundScreen = lazy(() => import('#core/web/errors/not-found.tsx'))

const waiting = (
	<div className="page">
		<Skeleton size="title" className="above-xl" />
		<Skeleton size="section" className="above-l" label="" />
	</div>
)

/** Home, the screens of the site map and the 404 page, inside one header and footer. */
export function App({ data }: { data: PageData }) {
	// The router would match `//` as Home and `/login//` as the login, where the server sent the 404 page.
	const isNoPath = useLocation().pathname.includes('//')
	return (
		<PageDataProvider data={data}>
			<PreloadScreen value={preloadScreen}>
				<Shell>
					<ErrorBoundary>
						<Suspense fallback={waiting}>
							{isNoPath ? (
								<NotFoundScreen />
							) : (
								<Routes>
									<Route path="/" element={<HomeScreen />} />
									{screens.map(({ path, Screen }) => (
										<Route key={path} path={path} caseSensitive element={<Screen />} />
									))}
									<Route path="*" element={<NotFoundScreen />} />
								</Routes>
							)}
						</Suspense>
					</ErrorBoundary>
				</Shell>
			</PreloadScreen>
		</PageDataProvider>
	)
}

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
function preloadScreen(path: string): void {
	const place = path.replace(/[?#].*$/, '')
	for (const screen of screens) if (isAt(screen.path, place)) screen.load().catch(() => undefined)
}
