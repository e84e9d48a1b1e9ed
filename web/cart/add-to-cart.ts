import { addToCart } from '#domain/cart/cart.ts'
import { bottlePicture } from '#domain/catalog/bottle-picture.ts'
import type { Color } from '#domain/catalog/colors.ts'
import { fallbackPrice, sku } from '#domain/catalog/product.ts'
import { openCartPanel } from '#web/cart/cart-panel.ts'
import { changeWithinStock } from '#web/cart/change-within-stock.ts'
import { flyToCart } from '#web/cart/fly-to-cart.ts'
import { useCatalog } from '#web/catalog/catalog-store.ts'
import { usePageData } from '#web/catalog/page-data.tsx'
import { reportStep } from '#web/session/report-step.ts'
import { clearNotices, notify } from '#web/ui/notices-store.ts'

/** Returns the action of 'Agregar al carrito': adds one unit and opens the dropdown, or shows the reason of a refusal. */
export function useAddToCart(): (color: Color) => Promise<void> {
	const { colores } = usePageData()
	const { prices } = useCatalog()
	return async (color) => {
		const imagen = bottlePicture(color)
		const nombre = colores.find((one) => one.color === color)?.nombre ?? ''
		const item = { nombre, sku, imagen, color, precio: prices[color] ?? fallbackPrice }
		const refused = await changeWithinStock((cart, { stock, limits }) => addToCart(cart, item, stock, limits))
		if (refused) return notify(refused)
		clearNotices()
		reportStep('carrito')
		flyToCart(imagen)
		openCartPanel()
	}
}
