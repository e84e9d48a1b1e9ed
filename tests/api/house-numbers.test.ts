import { describe, expect, it } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, anOrder, sendOrder } from '#tests/shop-helpers.ts'

let street = ''
const shop = await aShop()
const customer = await aCustomer(shop)
const { results } = (await shop.app.inject('/api/mapas/sugerencias/?q=avenida%20irarrazaval')).json()
street = results.find(({ texto }: { texto: string }) => texto === 'Avenida Irarrázaval').lugar_id

/** House 5000 has a delivery price; the middle of the street is in the free zone. */
const writings = [
	'5000',
	'5.000',
	'5 000',
	'5,000',
	"5'000",
	'5’000',
	'５０００',
	'٥٠٠٠',
	'5000-A',
	'5000 A',
	'005000',
	'(5000)',
	'Nº 5000',
	'N° 5000',
	'N°5000',
	'No 5000',
	'no. 5000',
	'No. 5000',
	'n 5000',
	'nro 5000',
	'Nro. 5000',
	'num 5000',
	'núm. 5000',
	'número 5000',
	'numero: 5000',
	'# 5000',
	'#5000',
	'al 5000',
	'altura 5000',
	'a la altura del 5000',
	'frente al 5000',
	'puerta 5000',
	'edificio 5000',
	'casa 5000',
	'torre 5000',
	'of 1 numero 5000',
	'depto 12, 5000',
	'depto 12 5000',
	'1 5000',
	'a 5000',
	'V°5000',
	'cinco mil',
	'5 mil',
	'5OOO',
	'50 00',
	'7750000, 5000',
]

const refusals = ['numero_de_casa', 'direccion_desconocida']

describe('a house number beside a street', () => {
	it('is tested in 46 notations', () => expect(new Set(writings).size).toBe(46))

	it.each(writings)(
		'"%s" is priced as the house or needs confirmation, in the quote and in the order',
		async (numero) => {
			const query = new URLSearchParams({ lugar_id: street, numero })
			const quote = await shop.app.inject(`/api/despacho/cotizacion/?${query}`)
			if (quote.statusCode === 200) expect(quote.json()).toMatchObject({ numero: 5000, costo: 3_500 })
			else expect(quote.json()).toMatchObject({ code: 'numero_de_casa', error: expect.stringContaining('¿Qué número') })

			const alone = (await shop.app.inject(`/api/despacho/cotizacion/?lugar_id=${street}`)).json()
			expect(alone).toMatchObject({ numero: null, costo: 0 })
			const picked = { lugar_id: street, cotizacion: alone.cotizacion }
			const [apart, beside] = [`Avenida Irarrázaval, Ñuñoa, ${numero}`, `Irarrázaval ${numero}`]
			for (const place of [
				{ ...picked, direccion: apart },
				{ ...picked, direccion: beside },
				{ direccion: apart },
				{ direccion: beside },
			]) {
				const order = anOrder({ tipo_entrega: 'despacho', metodo_pago: 'efectivo', ...place })
				const answer = await sendOrder(shop, customer, order)
				if (answer.statusCode === 409) expect(answer.json()).toMatchObject({ despacho: 3_500 })
				else expect(refusals, answer.body).toContain(answer.json().code)
			}
		},
	)

	it.each(['', 'depto 504', 'torre B depto 1204', '3er piso', '7750000'])(
		'"%s" is no house number, and the street has its former price',
		async (numero) => {
			const query = new URLSearchParams({ lugar_id: street, numero })
			expect((await shop.app.inject(`/api/despacho/cotizacion/?${query}`)).json()).toMatchObject({ numero: null })
		},
	)
})

describe('a pasted address', () => {
	it.each([
		['Apoquindo 4.501', 'Avenida Apoquindo 4501'],
		['Providencia 1.234', 'Avenida Providencia 1234'],
		['Tobalaba 13.949', 'Avenida Tobalaba 13949'],
		['Av. Providencia 1234, 7500571 Providencia, Región Metropolitana', 'Avenida Providencia 1234'],
		['7580126 Apoquindo 4501', 'Avenida Apoquindo 4501'],
		['Apoquindo Nº 4501', 'Avenida Apoquindo 4501'],
		['Apoquindo ４５０１', 'Avenida Apoquindo 4501'],
	])('"%s" is suggested as %s', async (typed, means) => {
		const { results } = (await shop.app.inject(`/api/mapas/sugerencias/?q=${encodeURIComponent(typed)}`)).json()
		expect(results[0]?.texto).toBe(means)
	})
})
