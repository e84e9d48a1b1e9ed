import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { PageData } from '#contract/catalog/page-data.ts'
import { App } from '#web/app.tsx'
import { startCatalog } from '#web/catalog/catalog-store.ts'
import { pageDataId } from '#web/catalog/page-data.tsx'
import { watchChunkErrors } from '#web/shell/chunk-errors.ts'

const root = document.getElementById('app')
const block = document.getElementById(pageDataId)
if (!root || !block) throw new Error('the page is not one that the server rendered')

// Our server wrote this block, as declared in contract/catalog/page-data.ts.
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
