import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { ErrorBoundary } from '#core/web/errors/error-boundary.tsx'
import { PreloadScreen } from '#core/web/ui/screen-link.tsx'
import { Skeleton } from '#core/web/ui/skeleton.tsx'
import type { PageData } from '#modules/catalog/shapes.ts'
import { PageDataProvider } from '#modules/catalog/web/catalog.tsx'
import { HomeScreen } from '#modules/home/web/home-screen.tsx'
import { preloadScreen, screens } from '#shop/web/screens.ts'
import { Shell } from '#shop/web/shell/shell.tsx'

const NotFoundScreen = lazy(() => import('#core/web/errors/not-found.tsx'))

const waiting = (
	<div className="page">
		<Skeleton size="title" className="above-xl" />
		<Skeleton size="section" className="above-l" label="" />
	</div>
)

/** Home, the screens of screens.ts and the 404 page, inside one header and footer. */
export function App({ data }: { data: PageData }) {
	return (
		<PageDataProvider data={data}>
			<PreloadScreen value={preloadScreen}>
				<Shell>
					<ErrorBoundary>
						<Suspense fallback={waiting}>
							<Routes>
								<Route path="/" element={<HomeScreen />} />
								{screens.map(({ path, Screen }) => (
									<Route key={path} path={path} caseSensitive element={<Screen />} />
								))}
								<Route path="*" element={<NotFoundScreen />} />
							</Routes>
						</Suspense>
					</ErrorBoundary>
				</Shell>
			</PreloadScreen>
		</PageDataProvider>
	)
}
