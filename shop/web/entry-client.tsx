import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { PageData } from '#modules/catalog/shapes.ts'
import { pageDataId, startCatalog } from '#modules/catalog/web/catalog.tsx'
import { App } from '#shop/web/app.tsx'
import { watchChunkErrors } from '#shop/web/shell/arrival.ts'

const root = document.getElementById('app')
const block = document.getElementById(pageDataId)
if (!root || !block) throw new Error('the page is not one that the server rendered')

// Our server wrote this block, as declared in modules/catalog/shapes.ts.
const data: PageData = JSON.parse(block.textContent)
startCatalog(data.colores, data.limites)
watchChunkErrors()
startTransition(() => {
	hydrateRoot(
		root,
		<StrictMode>
			<BrowserRouter>
				<App data={data} />
			</BrowserRouter>
		</StrictMode>,
	)
})
