import { clearNotices, notify } from '#core/web/ui/notices-store.ts'
import { addToCart } from '#modules/cart/cart.ts'
import { openCartPanel } from '#modules/cart/web/cart-panel.ts'
import { changeWithinStock } from '#modules/cart/web/change-within-stock.ts'
import { flyToCart } from '#modules/cart/web/fly-to-cart.ts'
import { bottlePicture } from '#modules/catalog/bottle-picture.ts'
import type { Color } from '#modules/catalog/colors.ts'
import { fallbackPrice, sku } from '#modules/catalog/product.ts'
import { useCatalog } from '#modules/catalog/web/catalog-store.ts'
import { usePageData } from '#modules/catalog/web/page-data.tsx'
import { onCustomerStep } from '#modules/slots/customer-steps.ts'

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
		for (const run of onCustomerStep) run('carrito')
		flyToCart(imagen)
		openCartPanel()
	}
}
