import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { AvailabilityAnswer } from '#modules/catalog/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop({ pagesRoot: process.cwd() })
await shop.startJobs()
const boss = await theBoss(shop)

const home = async (query = '') => (await shop.app.inject({ url: `/${query}`, headers: { accept: 'text/html' } })).body

interface Offer {
	readonly url: string
	readonly price: number
	readonly priceCurrency: string
	readonly availability: string
	readonly itemCondition: string
}
interface Listed {
	readonly '@type': string
	readonly productGroupID: string
	readonly hasMerchantReturnPolicy: object
	readonly hasVariant: readonly {
		readonly sku: string
		readonly color: string
		readonly inProductGroupWithID: string
		readonly image: readonly string[]
		readonly offers: Offer
	}[]
}

const scripts = (page: string) =>
	[...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
		([, text = '']): Listed => JSON.parse(text),
	)
const partOf = (page: string, type: string) => {
	const found = scripts(page).find((part) => part['@type'] === type)
	if (!found) throw new Error(`the page has no ${type}`)
	return found
}

/** The errors of an offline copy of Google's rules. */
async function errorsIn(page: string) {
	const extracted = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(page)
	const issues = await new Validator().validate(extracted)
	return issues.filter(({ severity }) => severity === 'ERROR')
}

describe("Home's structured data", () => {
	it('passes the validator without an error, the shop also as the type that it has rules for', async () => {
		const page = await home()
		expect(await errorsIn(page)).toEqual([])
		expect(await errorsIn(page.replace('"@type":"OnlineStore"', '"@type":"Organization"'))).toEqual([])
	})

	it('fails the validator once a price has a sign, a picture is missing or the policy has no country', async () => {
		const page = (await home()).replace('"@type":"OnlineStore"', '"@type":"Organization"')
		const spoilt = [
			page.replace('"price":', '"price":"$29.990","was":'),
			page.replace('"image":[', '"pictures":['),
			page.replace('"applicableCountry":"CL",', '').replace('"merchantReturnLink"', '"link"'),
		]
		for (const one of spoilt) expect(await errorsIn(one)).not.toEqual([])
	})

	it('lists one variant a colour with its own sku, price, stock, condition and address', async () => {
		const group = partOf(await home(), 'ProductGroup')
		const { stock } = (
			await shop.app.inject({ url: '/api/products/PREM-SHAKER-650/availability/' })
		).json<AvailabilityAnswer>()
		expect(group.productGroupID).toBe('PREM-SHAKER-650')
		expect(group.hasVariant.map(({ sku }) => sku)).toEqual(
			['BLANCO', 'CELESTE', 'NEGRO', 'ROSADO'].map((name) => `PREM-SHAKER-650-${name}`),
		)
		for (const { color, inProductGroupWithID, offers } of group.hasVariant) {
			expect(inProductGroupWithID).toBe('PREM-SHAKER-650')
			expect(offers).toMatchObject({
				url: `${shop.env.publicUrl}/?color=${color.toLowerCase()}`,
				priceCurrency: 'CLP',
				availability: `https://schema.org/${(stock[color] ?? 0) > 0 ? 'InStock' : 'OutOfStock'}`,
				itemCondition: 'https://schema.org/NewCondition',
			})
			expect(Number.isInteger(offers.price) && offers.price > 0).toBe(true)
		}
	})

	it('opens each offer in its colour, canonical without the colour', async () => {
		for (const { color, offers } of partOf(await home(), 'ProductGroup').hasVariant) {
			const page = await home(new URL(offers.url).search)
			expect(page).toContain(`data-color="${color.toLowerCase()}"`)
			expect(page).toContain(`<link rel="canonical" href="${shop.env.publicUrl}/">`)
		}
	})

	it('names a square picture of each colour that is larger than Google requires', async () => {
		for (const { image } of partOf(await home(), 'ProductGroup').hasVariant) {
			const { pathname } = new URL(image[0] ?? '')
			const answer = await shop.app.inject({ url: pathname })
			expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
			const { width, height } = await sharp(answer.rawPayload).metadata()
			expect([width, height]).toEqual([1200, 1200])
		}
		for (const url of ['/catalogo/verde.jpg', '/catalogo/negro.png', '/catalogo/x', '/catalogo/enlace/verde.jpg'])
			expect((await shop.app.inject({ url })).statusCode).toBe(404)
	})

	it("names the colour's own picture of 1200 × 630 in the preview of its link", async () => {
		for (const color of ['blanco', 'celeste', 'rosado']) {
			const [, picture = ''] = /<meta property="og:image" content="([^"]+)"/.exec(await home(`?color=${color}`)) ?? []
			const answer = await shop.app.inject({ url: new URL(picture).pathname })
			expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
			expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
			const { width, height } = await sharp(answer.rawPayload).metadata()
			expect([width, height]).toEqual([1200, 630])
		}
	})

	it('has the legal return policy at the shop, and neither reviews nor a price of delivery anywhere', async () => {
		const page = await home()
		expect(partOf(page, 'OnlineStore').hasMerchantReturnPolicy).toMatchObject({
			applicableCountry: 'CL',
			merchantReturnDays: 10,
			merchantReturnLink: `${shop.env.publicUrl}/politicas#retracto`,
		})
		const text = JSON.stringify(scripts(page))
		for (const word of ['review', 'aggregateRating', 'ratingValue', 'itemOffered', 'shippingDetails'])
			expect(text).not.toContain(word)
		expect(page).not.toMatch(/itemscope|itemprop/)
	})

	it('says who pays a return once the owner has decided, and passes the validator with it', async () => {
		const change = async (clave: string, valor: unknown) =>
			expect((await boss.send('PUT', '/api/admin_ajustes/', { cambios: [{ clave, valor }] })).statusCode).toBe(200)
		const policy = async () => partOf(await home(), 'OnlineStore').hasMerchantReturnPolicy
		expect(await policy()).not.toHaveProperty('returnFees')
		for (const [payer, fees] of [
			['cliente', 'ReturnFeesCustomerResponsibility'],
			['tienda', 'FreeReturn'],
		]) {
			await change('retracto_envio', payer)
			await expect.poll(policy, { timeout: 20_000 }).toMatchObject({
				returnFees: `https://schema.org/${fees}`,
				customerRemorseReturnFees: `https://schema.org/${fees}`,
				itemDefectReturnFees: 'https://schema.org/FreeReturn',
			})
			expect(await errorsIn((await home()).replace('"@type":"OnlineStore"', '"@type":"Organization"'))).toEqual([])
		}
		expect(await home(), 'the decisions are not data of the page').not.toContain('datos_estructurados')
	})

	it('is left out once its setting is off, and the page stays', async () => {
		await boss.send('PUT', '/api/admin_ajustes/', { cambios: [{ clave: 'datos_estructurados', valor: false }] })
		await expect.poll(async () => scripts(await home()), { timeout: 20_000 }).toEqual([])
		expect(await home()).toContain('Agregar al carrito')
		await boss.send('PUT', '/api/admin_ajustes/', { cambios: [{ clave: 'datos_estructurados', valor: true }] })
		await expect.poll(async () => scripts(await home()), { timeout: 20_000 }).toHaveLength(3)
	})

	it('offers no colour for sale while the shop is closed', async () => {
		await boss.send('PUT', '/api/admin_ajustes/', { cambios: [{ clave: 'tienda_cerrada', valor: true }] })
		const offered = async () =>
			partOf(await home(), 'ProductGroup').hasVariant.filter(({ offers }) => offers.availability.endsWith('/InStock'))
		await expect.poll(offered, { timeout: 20_000 }).toEqual([])
	})
})
