import { describe, expect, test } from 'vitest'
import { builtInColors } from '#modules/catalog/colors.ts'
import { productName } from '#modules/catalog/product.ts'
import type { PageData } from '#modules/catalog/shapes.ts'
import { initialTariff, tariffText } from '#modules/delivery/tariff.ts'
import { pageTextsOf } from '#modules/settings/page-texts.ts'
import { settingsFrom } from '#modules/settings/settings.ts'
import { renderBroken, renderPage } from '#shop/web/entry-server.tsx'

const publicUrl = 'https://shaker.example'
const tienda = {
	razon_social: 'Batidos <SpA>',
	rut: '76.192.083-9',
	direccion: 'Calle 1, Santiago',
	correo: 'hola@shaker.example',
	telefono: '+56 9 1234 5678',
}

const texts = pageTextsOf(settingsFrom(new Map()), new Date('2026-12-01T12:00:00Z'))

function data(stock: number, social: PageData['social'] = []): PageData {
	const colores = builtInColors.map((color) => ({
		color,
		nombre: productName,
		precio: 29_990,
		stock,
	}))
	return { tienda, estacion_retiro: 'Metro Baquedano', tarifa: initialTariff, pasarelas: [], ...texts, colores, social }
}

const structured = (body: string) =>
	[...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) => JSON.parse(json))

describe('the server-rendered Home', () => {
	test('contains name, price, specifications and the four colours, with black chosen', async () => {
		const { body, htmlAttributes, status } = await renderPage('/', data(10), publicUrl)
		expect(status).toBe(200)
		expect(htmlAttributes).toContain('data-color="negro"')
		for (const text of ['Premium Shaker Electric 650 ML', '$29.990', 'Tritan + ABS + PP', '200 mm x 92 mm', 'BPA']) {
			expect(body).toContain(text)
		}
		expect(body.match(/type="radio"/g)).toHaveLength(4)
		expect(body).toMatch(/<input[^>]*checked=""[^>]*value="negro"|<input[^>]*value="negro"[^>]*checked=""/)
		expect(body).toContain('Agregar al carrito')
		expect(body).not.toContain('Sin stock')
	})

	test('has the colour of its URL', async () => {
		const page = await renderPage('/?color=celeste', data(10), publicUrl)
		expect(page.htmlAttributes).toContain('data-color="celeste"')
		expect(page.link).toContain('/pictures/hero-celeste-')
	})

	test("shows the shop in a link to it, and a colour with its price in the colour's", async () => {
		const { head } = await renderPage('/', data(10), publicUrl)
		expect(head).toContain('<meta property="og:image" content="https://shaker.example/og.jpg">')
		const celeste = (await renderPage('/?color=celeste', data(10), publicUrl)).head
		for (const [name, content] of [
			['og:title', 'Premium Shaker Electric 650 ML, Celeste'],
			['og:url', 'https://shaker.example/?color=celeste'],
			['og:image', 'https://shaker.example/catalogo/enlace/celeste.jpg'],
			['og:image:alt', 'El shaker en color celeste'],
		])
			expect(celeste).toContain(`<meta property="${name}" content="${content}">`)
		expect(celeste).toContain('content="En color celeste a $29.990, con IVA. Vaso')
		expect(celeste).toContain('<link rel="canonical" href="https://shaker.example/">')
		const colores = data(10).colores.map((row) => ({ ...row, precio: null }))
		const unknown = (await renderPage('/?color=celeste', { ...data(10), colores }, publicUrl)).head
		expect(unknown).toContain('content="En color celeste. Vaso')
	})

	test('preloads by its headers the picture that a phone shows', async () => {
		const { body, link = '' } = await renderPage('/', data(10), publicUrl)
		const [, asked] = /^<([^>]+)>; rel=preload; as=image; type="image\/avif"/.exec(link) ?? []
		const forPhones = [...body.matchAll(/<source type="image\/avif"(?![^>]*media)[^>]*srcSet="([^" ]+) 640w"/g)]
		expect(forPhones.map(([, shown]) => shown)).toContain(asked)
	})

	test('shows "Sin stock" and cannot be ordered without stock', async () => {
		const { body } = await renderPage('/', data(0), publicUrl)
		expect(body).toMatch(/<button[^>]*disabled=""[^>]*><span class="button-text">Sin stock<\/span><\/button>/)
		expect(body).toContain('<span class="out-of-stock">Sin stock</span>')
		expect(body.match(/<input[^>]*type="radio"[^>]*disabled/g)).toHaveLength(4)
	})

	test('states the range of free delivery and the whole tariff', async () => {
		const { body } = await renderPage('/', data(10), publicUrl)
		expect(body).toContain(`Despacho gratis a menos de 5 km`)
		const shown = body.replace(/<script type="application\/ld\+json".*?<\/script>/gs, '')
		expect(shown.split(tariffText(initialTariff))).toHaveLength(3)
	})

	test('shows a dash for an unknown price', async () => {
		const known = data(10)
		const colores = known.colores.map((row) => ({ ...row, precio: null }))
		const { body } = await renderPage('/', { ...known, colores }, publicUrl)
		expect(body).toContain('—')
		expect(structured(body).map((one) => one['@type'])).toEqual(['OnlineStore', 'FAQPage'])
	})

	test('has structured data with one offer per colour and its stock, which cannot break out of its script', async () => {
		const { head, body } = await renderPage('/', data(0), publicUrl)
		const [product, seller, answers] = structured(body)
		expect(product.hasVariant).toHaveLength(4)
		expect(product.hasVariant[0].offers).toMatchObject({ price: 29_990, priceCurrency: 'CLP' })
		expect(product.hasVariant[0].offers.availability).toContain('OutOfStock')
		expect(seller.legalName).toBe('Batidos <SpA>')
		expect(answers['@type']).toBe('FAQPage')
		expect(`${head}${body}`).not.toContain('<SpA>')
	})

	test.each(['/', '/carrito', '/politicas'])("escapes the owner's texts on %s", async (path) => {
		const attack = '</script><img src=x onerror=alert(1)>"\''
		const known = data(10)
		const owned: PageData = {
			...known,
			tienda: { ...tienda, razon_social: attack, direccion: attack, representante: attack },
			estacion_retiro: attack,
			anuncio: attack,
			cierre: attack,
			carrusel: [attack, attack].map((text) => ({ titulo: text, texto: text })),
			preguntas: [{ pregunta: `${attack}?`, respuesta: attack }],
			colores: known.colores.map((row) => ({ ...row, nombre: attack })),
		}
		const { head, body } = await renderPage(path, owned, publicUrl)
		expect(body).toContain('&lt;img src=x')
		expect(`${head}${body}`).not.toMatch(/<img src=x|<\/script><img/)
		for (const json of structured(body)) expect(JSON.stringify(json)).toContain('@context')
		if (path === '/') expect(structured(body)[2].mainEntity.at(-1).name).toBe(`${attack}?`)
	})

	test('states in the cart that the shop is closed, and until when, and nothing while it is open', async () => {
		const cierre = 'Estamos de vacaciones. Volvemos el lunes 4 de enero.'
		const closed = await renderPage('/carrito', { ...data(10), cierre }, publicUrl)
		expect(closed.body).toContain(`${cierre} Tu carrito queda guardado.`)
		const open = await renderPage('/carrito', data(10), publicUrl)
		expect(open.body).not.toContain('Tu carrito queda guardado.')
	})

	test("shows the reviews on Home, unless the owner's setting hides them", async () => {
		const shown = await renderPage('/', data(10), publicUrl)
		expect(shown.body).toContain('id="resenas"')
		const hiding = pageTextsOf(settingsFrom(new Map([['resenas_visibles', 'false']])), new Date())
		const hidden = await renderPage('/', { ...data(10), ...hiding }, publicUrl)
		expect(hidden.body).not.toContain('id="resenas"')
	})

	test('has no inline style and no inline script, which the policy would block', async () => {
		const { head, body } = await renderPage('/', data(10, null), publicUrl)
		expect(body).not.toMatch(/\sstyle="/)
		expect(`${head}${body}`).not.toMatch(/<script(?! type="application\/(ld\+)?json")/)
	})

	test("has the sections of the footer's links", async () => {
		const { body } = await renderPage('/', data(10), publicUrl)
		for (const id of ['politicas', 'contacto', 'preguntas-frecuentes']) {
			expect(body).toContain(`id="${id}"`)
			expect(body).toContain(`href="/#${id}"`)
		}
	})
})

test('an unknown address is the 404 page, inside header and footer', async () => {
	const page = await renderPage('/nada', data(10), publicUrl)
	expect(page.status).toBe(404)
	expect(page.head).toContain('noindex')
	expect(page.body).toContain('Volver al inicio')
	expect(page.body).toContain('Premium Shaker')
})

test('an address in other capitals is not the screen, in the browser and on the server', async () => {
	const page = await renderPage('/CARRITO', data(10), publicUrl)
	expect(page.status).toBe(404)
	expect(page.body).toContain('Aquí no hay nada que batir')
})

test("the terms name the seller, and the company's representative when set", async () => {
	const { body, status } = await renderPage('/politicas', data(10), publicUrl)
	expect(status).toBe(200)
	expect(body).toContain('Batidos &lt;SpA&gt;')
	expect(body).toContain(tariffText(initialTariff))
	expect(body).not.toContain('Representante legal')
	const named = { ...data(10), tienda: { ...tienda, representante: 'Rosa Díaz' } }
	expect((await renderPage('/politicas', named, publicUrl)).body).toMatch(/Representante legal<\/dt><dd>Rosa Díaz</)
})

test('the server-rendered cart page has an empty cart', async () => {
	const { body } = await renderPage('/carrito', data(10), publicUrl)
	expect(body).toContain('Tu carrito está vacío.')
	expect(body).toContain('Seguir comprando')
})

test('the error page needs no script', async () => {
	expect(await renderBroken()).toContain('href="/"')
})
