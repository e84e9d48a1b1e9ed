import { formatClp } from '#core/rules/money.ts'
import { shopZone } from '#core/rules/times.ts'
import { firstColor } from '#modules/catalog/colors.ts'
import { quoteDelivery } from '#modules/delivery/endpoints.ts'
import { permalinkPath } from '#modules/found/server/permalink.ts'
import type { Listing } from '#modules/found/server/read-listing.ts'
import { brand, deliveryText, pickupText, variantId, variantsOf } from '#modules/found/variants.ts'
import { withdrawalDays } from '#modules/orders/consumer-rights.ts'

const moment = new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeStyle: 'short', timeZone: shopZone })

/** Returns `/llms.txt` (llmstxt.org): price, stock, delivery, pickup and rights for an assistant, in one request. */
export function llmsText(listing: Listing, publicUrl: string): string {
	const url = (path: string) => new URL(path, publicUrl).href
	const variants = variantsOf(listing, publicUrl)
	const colors = variants.map(
		({ color, link, price, isAvailable }) =>
			`- [${color}](${link}): ${formatClp(price)} con IVA, ${isAvailable ? 'hay stock' : 'sin stock'}`,
	)
	return [
		`# ${listing.colores[0]?.nombre ?? brand}`,
		'',
		'> Shaker eléctrico de 650 ml que se carga por USB, con vaso de Tritan libre de BPA. Se vende en Chile, en pesos chilenos.',
		'',
		...(listing.cierre === undefined ? [] : [`La tienda no recibe pedidos ahora: ${listing.cierre}`, '']),
		deliveryText(listing),
		`Precio exacto a una dirección: GET ${url(quoteDelivery.path)}?direccion={calle y número, comuna} responde con costo (en pesos), gratis, fuera_de_cobertura y sin_medir (no se pudo medir ahora). Una comuna sola no tiene precio.`,
		pickupText(listing),
		`Retracto: ${withdrawalDays} días desde que se recibe, sin dar motivos. Garantía legal: 6 meses desde la entrega.`,
		`Carrito listo: ${url(permalinkPath)}/${variantId(firstColor)}:2 abre la página con dos unidades en ${firstColor.toLowerCase()}; otras van separadas por comas. La persona termina la compra ahí, con una cuenta.`,
		'',
		`## Colores al ${moment.format(listing.at)}, hora de Chile`,
		'',
		...colors,
		'',
		'## Páginas',
		'',
		`- [Tienda](${url('/')}): el producto, sus medidas y las preguntas frecuentes`,
		`- [Términos y políticas](${url('/politicas')}): compra, despacho, retracto, garantía y privacidad`,
		'',
	].join('\n')
}
