import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { PageData } from '#contract/catalog/page-data.ts'
import { App } from '#web/app.tsx'
import { startCatalog } from '#web/catalog/catalog-store.ts'
import { rememberEarlyDeeds } from '#web/catalog/early-deeds.ts'
import { watchForMissingCode } from '#web/missing-code.ts'
import { pageDataId } from '#web/page-data.tsx'

const root = document.getElementById('app')
const block = document.getElementById(pageDataId)
if (!root || !block) throw new Error('the page is not one that the server rendered')

// Our own server wrote this block, with what contract/catalog/page-data.ts says.
const data = JSON.parse(block.textContent) as PageData
startCatalog(data.colores, data.limites)
rememberEarlyDeeds()
watchForMissingCode()
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
