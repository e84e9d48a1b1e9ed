import { clearNotices, notify } from '#core/web/ui/notices.tsx'
import { addToCart } from '#modules/cart/cart.ts'
import { openCartPanel } from '#modules/cart/web/cart-panel.tsx'
import { changeWithinStock } from '#modules/cart/web/cart-store.ts'
import { bottlePicture, type Color } from '#modules/catalog/colors.ts'
import { fallbackPrice, sku } from '#modules/catalog/product.ts'
import { useCatalog, usePageData } from '#modules/catalog/web/catalog.tsx'
import { onCustomerStep } from '#modules/lists/web/customer-steps.ts'

/** The `NoticePlace` at the button. */
export const addNotice = 'agregar'

/** Returns the function that puts units of a colour into the cart, and returns the reason of a refusal. */
export function usePutIntoCart(): (color: Color, units?: number) => Promise<string | undefined> {
	const { colores } = usePageData()
	const { prices } = useCatalog()
	return async (color, units) => {
		const nombre = colores.find((one) => one.color === color)?.nombre ?? ''
		const item = { nombre, sku, imagen: bottlePicture(color), color, precio: prices[color] ?? fallbackPrice }
		const refused = await changeWithinStock((cart, { stock, limits }) => addToCart(cart, item, stock, limits, units))
		if (!refused) for (const run of onCustomerStep) run('carrito')
		return refused
	}
}

/** Returns the action of 'Agregar al carrito': adds one unit and opens the dropdown, or shows the reason of a refusal. */
export function useAddToCart(): (color: Color) => Promise<void> {
	const put = usePutIntoCart()
	return async (color) => {
		const refused = await put(color)
		if (refused) return notify(refused, 'problem', { at: addNotice })
		clearNotices()
		flyToCart(bottlePicture(color))
		openCartPanel()
	}
}

const durationMs = 250

/** Animates the added picture from the hero to the cart icon, unless reduced motion is preferred. */
function flyToCart(picture: string): void {
	if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
	const from = document.querySelector('.stage-picture[data-shown="true"]')?.getBoundingClientRect()
	const to = document.getElementById('boton-carrito')?.getBoundingClientRect()
	if (!from || !to) return
	const flyer = document.createElement('img')
	flyer.src = picture
	flyer.alt = ''
	flyer.className = 'flyer'
	flyer.style.left = `${from.left + from.width / 2 - 44}px`
	flyer.style.top = `${Math.max(72, from.top + from.height / 2 - 44)}px`
	document.body.append(flyer)
	const start = flyer.getBoundingClientRect()
	const move = `translate(${to.left - start.left - 22}px, ${to.top - start.top - 22}px) scale(0.25)`
	flyer.animate([{ opacity: 1 }, { transform: move, opacity: 0.2 }], {
		duration: durationMs,
		easing: 'cubic-bezier(0.4, 0, 0.2, 1)',
	}).onfinish = () => flyer.remove()
}
