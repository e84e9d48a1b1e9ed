import { eq } from 'drizzle-orm'
import { consentVersion } from '#modules/back-in-stock/consent.ts'
import { productos } from '#modules/catalog/tables.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromGateway, returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { aPlain } from '#tests/pictures.ts'
import { callsOf, linkIn, type Story, type StoryCalls } from '#tests/pinned/story/storyteller.ts'
import { aPlacedOrder, cartLine, logIn, type TestCustomer } from '#tests/shop-helpers.ts'

/** One completed order of each payment method. */
export interface StoryOrders {
	readonly mercadopago: PayableOrder
	readonly flow: PayableOrder
	readonly webpay: PayableOrder
	readonly transferencia: PayableOrder
	readonly efectivo: PayableOrder
}

/** Requests of a visitor before any order. */
export async function runVisit(story: Story): Promise<void> {
	const visitor = callsOf(story)
	const { sku } = cartLine()
	await visitor.answer('GET', `/api/products/${sku}/availability/`)
	await visitor.answer('POST', '/api/cart/refresh/', { items: [{ sku, color: 'Negro' }] })
	await visitor.answer('POST', '/api/pasos/', { paso: 'carrito' })
	await visitor.answer('POST', '/api/velocidad/', { lcp: 1_800, inp: 90, cls: 20 })
	await visitor.answer('GET', '/api/checkout/')
	await visitor.answer('GET', '/api/social/')
	await visitor.answer('GET', '/api/mapas/mapa.svg?lat=-33.43&lng=-70.61&zoom=16')
	await visitor.answer('GET', '/api/mapas/sugerencias/?q=Avenida+Providencia+1234')
	await runNotice(story)
	for (const url of ['/api/openapi.json', '/api/docs', '/salud/vivo', '/metricas']) await visitor.answer('GET', url)
}

/** Waits for a colour that is sold out for a moment, and stops. */
async function runNotice(story: Story): Promise<void> {
	const { shop } = story
	const visitor = callsOf(story)
	const [product] = await shop.database.db.select().from(productos).where(eq(productos.color, 'Rosado'))
	const setStock = (stock: number) =>
		shop.database.db.update(productos).set({ stock }).where(eq(productos.color, 'Rosado'))
	await setStock(0)
	const correo = 'espera@correo.cl'
	await visitor.answer('POST', '/api/avisos_stock/', { color: 'Rosado', correo, consentimiento: consentVersion })
	await setStock(product?.stock ?? 0)
	await shop.drainJobs()
	await visitor.answer(
		'POST',
		`/api/avisos_stock/confirmar/${await linkIn(story, correo, /\/aviso\/confirmar\/(\S+)/)}/`,
	)
	await visitor.answer('POST', `/api/avisos_stock/parar/${await linkIn(story, correo, /\/aviso\/parar\/(\S+)/)}/`)
	await visitor.answer('GET', '/api/avisos_stock/parar/nadie/')
}

/** Orders with each method, pays, and reads the pages afterwards. */
export async function runOrders(story: Story, customer: TestCustomer): Promise<StoryOrders> {
	const { shop } = story
	const visitor = callsOf(story)
	const own = callsOf(story, (await logIn(shop, customer.email, customer.password)).access)
	await own.answer('POST', '/api/cupones/validar/', { codigo: 'shaker5000', subtotal: 59_980 })
	const orders: StoryOrders = {
		mercadopago: await toBring(story, customer),
		flow: await aPlacedOrder(shop, customer, { metodo_pago: 'flow' }),
		webpay: await aPlacedOrder(shop, customer, { metodo_pago: 'webpay' }),
		transferencia: await aPlacedOrder(shop, customer, { metodo_pago: 'transferencia' }),
		efectivo: await aPlacedOrder(shop, customer, { metodo_pago: 'efectivo' }),
	}
	await payOnline(story, visitor, orders)
	await visitor.answer('GET', `/api/orden_transferencia_exitosa/?orden_id=${orders.transferencia.orden_id}`)
	await visitor.answer('GET', `/api/orden_efectivo_exitosa/?orden_id=${orders.efectivo.orden_id}`)
	const proof = await aPlain(400, 600)
	const { orden_id } = orders.transferencia
	await visitor.upload('POST', '/api/subir_comprobante/', 'comprobante', proof, { orden_id })
	await shop.drainJobs()
	const token = await linkIn(story, customer.email, /\/orden\/(\S+)/)
	await visitor.answer('GET', `/api/orden/${token}/`)
	await runSecondTry(story, customer)
	await own.answer('GET', '/api/perfil/')
	await own.answer('GET', '/api/perfil/ordenes/')
	await own.answer('GET', '/api/perfil/datos/')
	return orders
}

/** An order with a delivery quote and a coupon. */
async function toBring(story: Story, customer: TestCustomer): Promise<PayableOrder> {
	const direccion = 'Avenida Providencia 1234, Providencia'
	const query = new URLSearchParams({ direccion })
	const quote = await callsOf(story).json<{ lugar_id: string; cotizacion: string; costo: number }>(
		'GET',
		`/api/despacho/cotizacion/?${query}`,
	)
	const { lugar_id, cotizacion, costo } = quote
	const delivery = { tipo_entrega: 'despacho', direccion, lugar_id, cotizacion } as const
	return await aPlacedOrder(story.shop, customer, { ...delivery, total: 29_990 + costo })
}

async function payOnline(
	{ shop }: Story,
	visitor: StoryCalls,
	{ mercadopago, flow, webpay }: StoryOrders,
): Promise<void> {
	await returnFromMercadoPago(shop, await pay(mercadopago.init_point, 'Aprobar pago'))
	const back = await returnFromGateway(shop, await pay(flow.payment_url, 'Aprobar pago'))
	await visitor.answer('GET', `/api/flow/status/${back.search}`)
	await visitor.answer('GET', `/api/flow/message/?nro_orden=${flow.orden_id}`)
	await returnFromGateway(shop, await pay(webpay.payment_url, 'Aprobar pago'))
	// Browsers return from Flow and Webpay by GET or POST; without a token they get the explaining page.
	await visitor.answer('GET', '/api/retorno/flow')
	await visitor.answer('POST', '/api/retorno/webpay')
	await visitor.answer('GET', `/api/webpay/status/?orden_id=${webpay.orden_id}`)
	await shop.drainJobs()
}

/** Pays a refused order again, from the profile and from the mailed link, and cancels it. */
async function runSecondTry(story: Story, customer: TestCustomer): Promise<void> {
	const { shop } = story
	const refused = await aPlacedOrder(shop, customer, { metodo_pago: 'webpay' })
	await returnFromGateway(shop, await pay(refused.payment_url, 'Rechazar pago'))
	const own = callsOf(story, (await logIn(shop, customer.email, customer.password)).access)
	await own.answer('POST', `/api/ordenes/${refused.orden_id}/pagar/`)
	await shop.drainJobs()
	const isOfOrder = ({ to, subject }: { to: string; subject: string }) =>
		to === customer.email && subject.includes(String(refused.nro_orden))
	const mail = shop.inbox.mails().find(isOfOrder)
	const token = /\/orden\/(\S+)/.exec(mail?.text ?? '')?.[1]
	await callsOf(story).answer('POST', `/api/orden/${token}/pagar/`)
	await own.answer('POST', `/api/ordenes/${refused.orden_id}/cancelar/`)
}
