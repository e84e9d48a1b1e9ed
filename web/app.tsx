import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import type { PageData } from '#contract/catalog/page-data.ts'
import { PageDataProvider } from '#web/catalog/page-data.tsx'
import { ErrorBoundary } from '#web/errors/error-boundary.tsx'
import { HomeScreen } from '#web/home/home-screen.tsx'
import { preloadScreen, screens } from '#web/screens.ts'
import { Shell } from '#web/shell/shell.tsx'
import { PreloadScreen } from '#web/ui/screen-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const NotFoundScreen = lazy(() => import('#web/errors/not-found.tsx'))

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
