import { expect, it } from 'vitest'
import { readShopPosition } from '#modules/settings/server/read-settings.ts'
import { aShop } from '#tests/a-shop.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)

const move = async (valor: string | null) => {
	const answer = await boss.send('PUT', '/api/admin_ajustes/tienda_posicion/', { valor })
	return { status: answer.statusCode, body: answer.json() }
}
const quote = async () => {
	const direccion = encodeURIComponent('Avenida Irarrázaval 2401, Ñuñoa')
	const answer = await shop.app.inject(`/api/despacho/cotizacion/?direccion=${direccion}`)
	return answer.json<{ distancia_m: number }>().distancia_m
}

it("measures from the owner's position of the shop, from the next quote on", async () => {
	const before = await quote()
	expect(before).toBeGreaterThan(1000)
	expect((await move(' -33.45339,-70.60325')).body).toMatchObject({ valor: '-33.45339, -70.60325' })
	expect(await readShopPosition(shop.database.db)).toEqual({ lat: -33.45339, lng: -70.60325 })
	expect(await quote()).toBeLessThan(before)
})

it('rejects a position of the shop without roads', async () => {
	const before = await readShopPosition(shop.database.db)
	for (const [valor, text] of [
		[null, 'No puede quedar vacío.'],
		['Providencia 1208', 'latitud y longitud'],
		['-36.82699, -73.04977', 'fuera de la Región Metropolitana'],
		// High in the Andes.
		['-33.20000, -70.20000', 'no encuentran calles'],
	] as const) {
		const { status, body } = await move(valor)
		expect([status, body.code]).toEqual([422, 'valor_invalido'])
		expect(body.error).toContain(text)
	}
	expect(await readShopPosition(shop.database.db)).toEqual(before)
})
