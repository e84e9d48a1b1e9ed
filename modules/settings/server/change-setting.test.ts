import { expect, it } from 'vitest'
import type { StaffSetting } from '#modules/settings/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { callsWith, onVersion, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop({ limits: 'sold' })
const boss = await theBoss(shop)

const path = (clave: string) => `/api/admin_ajustes/${clave}/`

it('shows staff every setting, and changes one at a time with an audit row', async () => {
	const { results } = (await boss.get('/api/admin_ajustes/')).json<{ results: StaffSetting[] }>()
	expect(results.map(({ clave, valor }) => [clave, valor])).toContainEqual(['limite_ordenes_abiertas', 5])
	const changed = await boss.send('PUT', path('limite_ordenes_abiertas'), { valor: 7 })
	expect(changed.json()).toMatchObject({ clave: 'limite_ordenes_abiertas', valor: 7, inicial: 5, version: 2 })
	expect((await boss.send('PUT', path('limite_ordenes_abiertas'), { valor: 7 })).json().version).toBe(2)
	const log = (await boss.get('/api/admin_auditoria/?tipo=ajuste&id=limite_ordenes_abiertas')).json()
	expect(log.results).toMatchObject([
		{ usuario: 'jefa@premiumshaker.cl', accion: 'ajuste_cambiado', antes: '5', despues: '7' },
	])
})

it('rejects a change based on an older version with the current setting', async () => {
	const first = await boss.send('PUT', path('dias_efectivo'), { valor: 10 }, onVersion(1))
	expect(first.statusCode).toBe(200)
	const second = await boss.send('PUT', path('dias_efectivo'), { valor: 12 }, onVersion(1))
	expect(second.json()).toMatchObject({ code: 'version_distinta', actual: { valor: 10, version: 2 } })
	expect((await boss.send('PUT', path('dias_efectivo'), { valor: 12 }, onVersion(2))).statusCode).toBe(200)
})

it.each([
	['limite_unidades_linea', 0, 422, 'valor_invalido'],
	['limite_unidades_linea', null, 422, 'valor_invalido'],
	['cupon_hasta', '2026-02-30', 422, 'valor_invalido'],
	['limite_unidades_linea', { más: 1 }, 400, 'campos_invalidos'],
	['color_de_la_portada', 1, 404, 'no_encontrado'],
])('rejects %s set to %j: %s %s', async (clave, valor, status, code) => {
	const answer = await boss.send('PUT', path(clave), { valor })
	expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code })
})

it('rejects customers', async () => {
	const ana = callsWith(shop, (await aCustomer(shop, 'Ana')).access)
	expect((await ana.get('/api/admin_ajustes/')).statusCode).toBe(403)
	expect((await ana.send('PUT', path('cupon_usos'), { valor: 1 })).statusCode).toBe(403)
})
