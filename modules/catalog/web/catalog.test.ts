import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { builtInColors } from '#modules/catalog/colors.ts'
import type { CatalogColor } from '#modules/catalog/shapes.ts'

const rows: readonly CatalogColor[] = builtInColors.map((color) => ({
	color,
	nombre: 'Premium Shaker',
	precio: 29_990,
	stock: color === 'Rosado' ? 0 : 25,
}))

/** Renders the store with these rows and this answer for the stock. */
async function catalogAfter(stock: Response) {
	vi.stubGlobal('window', { localStorage: undefined })
	vi.stubGlobal('fetch', async () => stock)
	const { currentCatalog, loadStock, startCatalog } = await import('#modules/catalog/web/catalog.tsx')
	startCatalog(rows)
	await loadStock()
	return currentCatalog()
}

beforeEach(() => {
	vi.resetModules()
	vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
	vi.unstubAllGlobals()
	vi.restoreAllMocks()
})

test('the stock of a colour missing in the answer is unknown', async () => {
	const catalog = await catalogAfter(Response.json({ stock: { Blanco: 7, Negro: 3 } }))
	expect(catalog?.stock).toEqual({ Blanco: 7, Negro: 3 })
})

test('the stock is unknown after a failed call', async () => {
	const catalog = await catalogAfter(Response.json({}, { status: 500 }))
	expect(catalog?.stock).toEqual({})
})
