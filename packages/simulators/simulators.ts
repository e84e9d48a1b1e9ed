import type { FastifyPluginAsync } from 'fastify'
import { flowSimulator } from './flow/flow.ts'
import { googleSimulator } from './google/google.ts'
import { googleMapsSimulator } from './google-maps/google-maps.ts'
import { instagramSimulator } from './instagram/instagram.ts'
import { html, sendPage, serveStylesheet } from './look.ts'
import { mercadoPagoSimulator } from './mercadopago/mercadopago.ts'
import { type OpenfacturaOptions, openfacturaSimulator } from './openfactura/openfactura.ts'
import { osmSimulator } from './osm/osm.ts'
import { providerScope } from './provider-scope.ts'
import { pushSimulator } from './push/push.ts'
import { webpaySimulator } from './webpay/webpay.ts'

export interface SimulatorOptions {
	/** Storage folder of the simulators. */
	readonly dataDir: string
	/** Public URL of the site, without the prefix. */
	readonly baseUrl: () => string
	readonly mercadopago: { readonly accessToken: string; readonly webhookSecret: string }
	readonly flow: { readonly apiKey: string; readonly secretKey: string }
	readonly webpay: { readonly commerceCode: string; readonly apiKey: string }
	readonly openfactura?: Omit<OpenfacturaOptions, 'dataDir' | 'clock'>
	readonly instagram: { readonly token: string; readonly mediaDir?: string }
	readonly googleMaps?: { readonly key: string }
	/** Loopback URL of the simulators for this process. */
	readonly push?: { readonly url: string }
	/** Pages of the mail inbox, which starts before the shop (`startInbox`). */
	readonly inbox?: FastifyPluginAsync
	readonly clock?: () => Date
}

/** All simulators of outside providers, mounted under one prefix (`/simuladores`), with a page that lists them. */
export function simulators(options: SimulatorOptions): FastifyPluginAsync {
	const { dataDir, baseUrl, clock, inbox } = options
	const place = { dataDir, baseUrl, ...(clock ? { clock } : {}) }

	return async (app) => {
		await providerScope(app)
		serveStylesheet(app)
		await app.register(mercadoPagoSimulator({ ...place, ...options.mercadopago }), { prefix: '/mercadopago' })
		await app.register(flowSimulator({ ...place, ...options.flow }), { prefix: '/flow' })
		await app.register(webpaySimulator({ ...place, ...options.webpay }), { prefix: '/webpay' })
		if (options.openfactura)
			await app.register(openfacturaSimulator({ ...place, ...options.openfactura }), { prefix: '/openfactura' })
		await app.register(instagramSimulator({ ...place, ...options.instagram }), { prefix: '/instagram' })
		await app.register(googleSimulator(place), { prefix: '/google' })
		if (options.googleMaps) await app.register(googleMapsSimulator(options.googleMaps), { prefix: '/google-maps' })
		await app.register(osmSimulator, { prefix: '/osm' })
		if (options.push) await app.register(pushSimulator({ ...place, ...options.push }), { prefix: '/push' })
		if (inbox) await app.register(inbox, { prefix: '/correo' })

		app.get('/', async (_request, reply) => {
			const body = html`<h1>Simuladores</h1>
<p>Aquí responden, en lugar de los proveedores verdaderos, los que acompañan a la demostración. Nadie cobra ni envía nada de verdad.</p>
<ul><li><a href="${app.prefix}/mercadopago/">Mercado Pago</a></li>
<li><a href="${app.prefix}/flow/">Flow</a></li>
<li><a href="${app.prefix}/webpay/">Webpay Plus</a></li>
${options.openfactura && html`<li><a href="${app.prefix}/openfactura/">OpenFactura</a></li>`}
<li><a href="${app.prefix}/instagram/">Instagram</a></li>
<li><a href="${app.prefix}/google/">Google</a></li>
${options.push && html`<li><a href="${app.prefix}/push/">Avisos (Web Push)</a></li>`}
${inbox && html`<li><a href="${app.prefix}/correo/">Correo</a></li>`}</ul>`
			return sendPage(reply, { title: 'Simuladores', home: app.prefix, body })
		})
	}
}
