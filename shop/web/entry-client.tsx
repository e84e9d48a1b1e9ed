import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { announceFloor, canRunShop, KeptPage } from '#core/web/errors/kept-page.tsx'
import type { PageData } from '#modules/catalog/shapes.ts'
import { pageDataId, startCatalog } from '#modules/catalog/web/catalog.tsx'
import { afterLoad } from '#modules/lists/web/after-load.ts'
import { App } from '#shop/web/app.tsx'
import { watchChunkErrors } from '#shop/web/shell/arrival.ts'
import { keepEarlyInput } from '#shop/web/shell/early-input.ts'

const root = document.getElementById('app')
const block = document.getElementById(pageDataId)
if (!root || !block) throw new Error('the page is not one that the server rendered')

function start(app: HTMLElement, data: PageData): void {
	startCatalog(data.colores, data.limites)
	watchChunkErrors()
	window.addEventListener('load', () => {
		// Staff work in the account's page all day, some on a bad connection.
		if (window.location.pathname.startsWith('/perfil')) return
		// The counts lack what could not be loaded.
		for (const run of afterLoad) run().catch(() => undefined)
	})
	const restoreInput = keepEarlyInput(app)
	startTransition(() => {
		hydrateRoot(
			app,
			<StrictMode>
				<KeptPage>
					<BrowserRouter>
						<App data={data} />
					</BrowserRouter>
				</KeptPage>
			</StrictMode>,
			{
				onRecoverableError(error) {
					console.error('a part of the page was rendered again', error)
					// React calls this before the new part accepts events.
					queueMicrotask(restoreInput)
				},
			},
		)
	})
}

// Our server wrote this block, as declared in modules/catalog/shapes.ts.
if (canRunShop()) start(root, JSON.parse(block.textContent))
else announceFloor(root)
