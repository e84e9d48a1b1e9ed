import { colorSlug } from '#modules/catalog/colors.ts'
import { sku } from '#modules/catalog/product.ts'
import type { PageData } from '#modules/catalog/shapes.ts'
import { pickupPlace } from '#modules/delivery/delivery.ts'
import { tariffText } from '#modules/delivery/tariff.ts'

export const brand = 'Premium Shaker'

/** What listings read of the shop. */
export type ListedShop = Pick<PageData, 'colores' | 'cierre' | 'tarifa' | 'estacion_retiro'>

/** One colour as search engines and catalogues list it. */
export interface Variant {
	/** See `variantId`. */
	readonly id: string
	readonly group: typeof sku
	readonly color: string
	readonly title: string
	readonly description: string
	/** The address that opens Home in this colour. */
	readonly link: string
	readonly image: string
	/** CLP, above 0. */
	readonly price: number
	/** Whether a customer can buy it now. */
	readonly isAvailable: boolean
}

export const deliveryText = ({ tarifa }: Pick<ListedShop, 'tarifa'>) =>
	`Despacho en Santiago según la distancia en auto desde la tienda: ${tariffText(tarifa)}.`

export const pickupText = ({ estacion_retiro }: Pick<ListedShop, 'estacion_retiro'>) =>
	`Retiro gratis en ${pickupPlace(estacion_retiro)}.`

/** The sku of structured data and the id of feeds and links. Listings are matched by it, so it never changes. */
export const variantId = (color: string): string => `${sku}-${colorSlug(color).toUpperCase()}`

/** The address of a colour's square picture, which never changes. */
export const squarePicture = (color: string): string => `/catalogo/${colorSlug(color)}.jpg`

/** The address of the picture that a message shows beside a link to a colour. */
export const linkPicture = (color: string): string => `/catalogo/enlace/${colorSlug(color)}.jpg`

/** The size that messengers and networks show in full, in pixels. */
export const linkPictureSize = { width: 1200, height: 630 } as const

/** Returns the colours with a price, in the order of the page. While the shop is closed none is available. */
export function variantsOf(shop: ListedShop, publicUrl: string): Variant[] {
	const url = (path: string) => new URL(path, publicUrl).href
	return shop.colores.flatMap(({ color, nombre, precio, stock }) => {
		// Staff may leave a product without a price, and a listing needs one.
		if (precio === null || precio === 0) return []
		const slug = colorSlug(color)
		return [
			{
				id: variantId(color),
				group: sku,
				color,
				title: `${nombre}, ${color}`,
				description: `Shaker eléctrico de 650 ml, color ${color.toLowerCase()}. Vaso de Tritan libre de BPA, se carga por USB. ${deliveryText(shop)} ${pickupText(shop)}`,
				link: url(`/?color=${slug}`),
				image: url(squarePicture(color)),
				price: precio,
				isAvailable: stock > 0 && shop.cierre === undefined,
			},
		]
	})
}
