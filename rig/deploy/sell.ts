import { aBuyer, sendOrderTo, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { anOrder, cartLine } from '#tests/shop-helpers.ts'

/** Sells one shaker through the API at `url`: a new customer, some stock, an order in cash. @throws when it fails. */
export async function sellOne(url: string): Promise<number> {
	const shop = { url }
	await setProducts(shop, await staffAccess(shop), 'stock', 5)
	const order = anOrder({ metodo_pago: 'efectivo', carrito: [cartLine('Celeste')] })
	const { status, body } = await sendOrderTo(shop, await aBuyer(shop), order)
	if (status !== 200) throw new Error(`la orden no se vendió: ${status} ${JSON.stringify(body)}`)
	return body.nro_orden
}

/** Returns whether the shop at `url` is ready. */
export const isReady = async (url: string) =>
	(await fetch(`${url}/salud/listo`, { signal: AbortSignal.timeout(2000) })).ok
