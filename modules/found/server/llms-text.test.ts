import { expect, it } from 'vitest'
import { limitRules } from '#core/contract/limit-rules.ts'
import { aShop } from '#tests/a-shop.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop({ pagesRoot: process.cwd(), limitScale: 1 })
const boss = await theBoss(shop)

const read = (url: string) => shop.app.inject({ url })
const change = async (clave: string, valor: unknown) => {
	const answer = await boss.send('PUT', '/api/admin_ajustes/', { cambios: [{ clave, valor }] })
	expect(answer.statusCode).toBe(200)
	shop.clock.advanceMinutes(0.5)
}

it('tells an assistant price, stock, delivery, pickup and return terms in one request', async () => {
	const { headers, body } = await read('/llms.txt')
	expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
	expect(body).toMatch(/^# Premium Shaker/)
	expect(body).toMatch(/- \[Negro\]\(http:.*\/\?color=negro\): \$\d+\.\d{3} con IVA, hay stock/)
	for (const part of [
		'gratis a menos de 5 km',
		'Retiro gratis en metro ',
		'Retracto: 10 días',
		'/politicas)',
		'/comprar/PREM-SHAKER-650-NEGRO:2',
	])
		expect(body).toContain(part)
})

it('names a call that tells the delivery to an address, within the limits of the checkout', async () => {
	const [, call = ''] = /GET (http\S+\?direccion=)\{/.exec((await read('/llms.txt')).body) ?? []
	const { pathname } = new URL(call)
	expect((await read('/robots.txt')).body).toContain(`\nAllow: ${pathname}\n`)
	const quote = async (address: string) => await read(`${pathname}?direccion=${encodeURIComponent(address)}`)
	expect((await quote('Avenida Irarrázaval 3400, Ñuñoa')).json()).toMatchObject({
		comuna: 'Ñuñoa',
		costo: 3500,
		gratis: false,
		fuera_de_cobertura: false,
		sin_medir: false,
	})
	expect((await quote('Ñuñoa')).json(), 'no price of a comuna is invented').toMatchObject({
		code: 'direccion_desconocida',
	})
	const { perAddress } = limitRules.cotizacion
	for (let asked = 2; asked < perAddress; asked++) await quote('x')
	expect((await quote('x')).statusCode).toBe(429)
})

it('links to return terms that answer without scripts', async () => {
	const [, link = ''] = /\((http\S+\/politicas)\)/.exec((await read('/llms.txt')).body) ?? []
	const page = await shop.app.inject({ url: new URL(link).pathname, headers: { accept: 'text/html' } })
	expect(page.body).toMatch(/Derecho a retracto.*10 días.*Garantía legal/s)
})

it('says that the shop is closed, and is not found once its setting is off', async () => {
	await change('tienda_cerrada', true)
	expect((await read('/llms.txt')).body).toMatch(/no recibe pedidos ahora: .*\[Negro\].*sin stock/s)
	await change('tienda_cerrada', false)
	await change('resumen_asistentes', false)
	expect((await read('/llms.txt')).statusCode).toBe(404)
})

it('closes the shop to crawlers by a group of their own in robots.txt, and leaves the others theirs', async () => {
	const before = (await read('/robots.txt')).body
	expect(before).not.toContain('GPTBot')
	await change('ia_lee', 'responder')
	const { body } = await read('/robots.txt')
	expect(body).toMatch(/\n\nUser-agent: GPTBot\n.*User-agent: Bytespider\nDisallow: \/\n\nSitemap:/s)
	expect(body.startsWith(before.slice(0, before.indexOf('\n\n')))).toBe(true)
})
