import { describe, expect, it } from 'vitest'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { fixedSettings, storeFixedSettings } from '#modules/settings/server/owner-variables.ts'
import type { StaffSetting } from '#modules/settings/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, anOrder, orderRow, sendOrder } from '#tests/shop-helpers.ts'
import { aClerk, onVersion, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
let boss = await theBoss(shop)
const clerk = await aClerk(shop)

const path = (clave: string) => `/api/admin_ajustes/${clave}/`
const set = async (clave: string, valor: unknown) => (await boss.send('PUT', path(clave), { valor })).statusCode
const setting = async (who: StaffCalls, clave: string) =>
	(await who.get('/api/admin_ajustes/')).json<{ results: StaffSetting[] }>().results.find((one) => one.clave === clave)
const orderInCash = async () => {
	const ana = await aCustomer(shop, 'Ana')
	return (await sendOrder(shop, ana, anOrder({ metodo_pago: 'efectivo' }))).json()
}
const options = async () => (await shop.app.inject('/api/checkout/')).json()

describe("the owner's settings", () => {
	it('apply at once to the checkout, and never to orders placed before', async () => {
		expect(await set('retiro_estacion', '  Metro   Tobalaba ')).toBe(200)
		expect(await set('retiro_horario', 'lunes a viernes, de 10:00 a 18:00')).toBe(200)
		const { orden_id } = await orderInCash()
		expect(await set('retiro_estacion', 'Metro Manuel Montt')).toBe(200)
		expect(await options()).toMatchObject({
			estacion_retiro: 'Metro Manuel Montt',
			horario_retiro: 'lunes a viernes, de 10:00 a 18:00',
		})
		const order = await orderRow(shop, orden_id)
		expect(order.estacion_retiro).toBe('Metro Tobalaba')
		await shop.drainJobs()
		const mail = shop.inbox.mails().findLast(({ subject }) => subject.includes(`${order.nro_orden}`))
		expect(mail?.text).toContain('Metro Tobalaba, lunes a viernes, de 10:00 a 18:00')
	})

	it('are changed by superusers and shown to other staff', async () => {
		expect(await setting(clerk, 'vendedor_nombre')).toMatchObject({ valor: 'Premium Shaker SpA', editable: false })
		expect((await clerk.send('PUT', path('vendedor_nombre'), { valor: 'Otra SpA' })).json().code).toBe(
			'solo_superusuario',
		)
		expect(await setting(clerk, 'dias_efectivo')).toMatchObject({ editable: true })
		expect((await setting(boss, 'vendedor_nombre'))?.valor).toBe('Premium Shaker SpA')
	})

	it('store every value, and restore any of them', async () => {
		const before = (await setting(boss, 'plazo_entrega'))?.version ?? 0
		await set('plazo_entrega', '5 días hábiles')
		await set('plazo_entrega', null)
		const list = async () =>
			(await boss.get(`${path('plazo_entrega')}versiones/`)).json().results as { version: number; valor: string }[]
		expect(await list()).toMatchObject([
			{ version: before + 2, valor: null, usuario: 'jefa@premiumshaker.cl' },
			{ version: before + 1, valor: '5 días hábiles' },
			{ version: before, valor: '3 días hábiles', usuario: null },
		])
		const back = await boss.send('PUT', path('plazo_entrega'), { valor: '3 días hábiles' }, onVersion(before + 2))
		expect(back.json()).toMatchObject({ valor: '3 días hábiles', version: before + 3 })
		expect((await list()).length).toBe(4)
	})

	it('store the initial value too, on any page of versions', async () => {
		const firstValue = (await setting(boss, 'plazo_entrega'))?.valor
		for (let days = 2; days < 60; days += 1) await set('plazo_entrega', `${days} días hábiles`)
		type Page = { results: { version: number; valor: string }[]; hay_mas: boolean }
		const page = async (antes = '') => (await boss.get(`${path('plazo_entrega')}versiones/${antes}`)).json<Page>()
		const newest = await page()
		expect(newest).toMatchObject({ hay_mas: true, results: expect.objectContaining({ length: 50 }) })
		const earlier = await page(`?antes=${newest.results.at(-1)?.version}`)
		expect(earlier.hay_mas).toBe(false)
		expect(earlier.results.at(-1)?.version).toBe(1)
		const all = [...newest.results, ...earlier.results].map(({ version }) => version)
		expect(all).toEqual(all.map((_, at) => all.length - at))
		await set('plazo_entrega', firstValue as string)
		expect((await page('?antes=0')) as unknown).toMatchObject({ code: 'campos_invalidos' })
	})

	it.each([
		['vendedor_rut', '76.192.083-8', 'No es un RUT: su dígito verificador no corresponde.'],
		['vendedor_correo', 'hola@', 'Escribe un correo, como hola@tienda.cl.'],
		['vendedor_telefono', '12345', 'Escribe un teléfono con su código, como +56 9 1234 5678.'],
		['vendedor_nombre', '   ', 'No puede quedar vacío.'],
		['banco_numero_cuenta', 'la de siempre', 'Escribe el número de la cuenta: cifras, guiones y puntos.'],
		['plazo_entrega', 'x'.repeat(61), 'Escribe hasta 60 caracteres.'],
		['pasarelas', 'webpay,paypal', 'Usa solo mercadopago, flow, webpay, cada una una vez.'],
		['pasarelas', 'webpay,webpay', 'Usa solo mercadopago, flow, webpay, cada una una vez.'],
		['tienda_cerrada', 'quizás', 'Elige sí o no.'],
		['despacho_tramos', '5000:0,4000:100', 'Cada tramo debe llegar más lejos que el anterior.'],
		['despacho_tramos', null, 'Escribe los kilómetros y el precio de cada tramo.'],
	])('reject %s set to "%s"', async (clave, valor, error) => {
		const answer = await boss.send('PUT', path(clave), { valor })
		expect([answer.statusCode, answer.json().error]).toEqual([422, error])
	})

	it('set the delivery price: a quote stays valid for its half hour, and the next one has the new price', async () => {
		const { results } = (await shop.app.inject('/api/mapas/sugerencias/?q=Avenida Providencia 2594')).json()
		const path = `/api/despacho/cotizacion/?lugar_id=${results[0].lugar_id}`
		const shown = (await shop.app.inject(path)).json()
		expect(shown.gratis).toBe(true)
		expect(await set('despacho_tramos', '1000:1990,20000:2990')).toBe(200)
		expect((await shop.app.inject(path)).json()).toMatchObject({ costo: 2_990, gratis: false })
		const ana = await aCustomer(shop, 'Ana')
		const to = {
			tipo_entrega: 'despacho',
			lugar_id: results[0].lugar_id,
			direccion: results[0].texto,
			metodo_pago: 'efectivo',
		}
		const promised = (await sendOrder(shop, ana, anOrder({ ...to, cotizacion: shown.cotizacion } as never))).json()
		expect(await orderRow(shop, promised.orden_id)).toMatchObject({ despacho: 0 })
		expect(await set('despacho_tramos', '1000:1990')).toBe(200)
		expect((await sendOrder(shop, ana, anOrder(to as never))).json().error).toBe(
			'Fuera de cobertura de despacho (más de 1 km). Elige retiro o una dirección más cercana.',
		)
		expect(await set('despacho_tramos', '5000:0,8000:3500,15000:4000')).toBe(200)
	})

	it('offer the gateways in their order, and cash where it is accepted', async () => {
		await set('pasarelas', 'webpay, mercadopago')
		await set('pago_efectivo', false)
		expect(await options()).toMatchObject({ gateways: ['webpay', 'mercadopago'], efectivo: false })
		expect((await orderInCash()).code).toBe('metodo_no_disponible')
		await set('pasarelas', 'mercadopago,flow,webpay')
		await set('pago_efectivo', true)
	})

	it('close the shop for a while: orders are rejected, and on the named day it reopens', async () => {
		await set('cierre_motivo', 'Estamos de vacaciones')
		const inThreeDays = daysLater(dayIn(shop.clock.now()), 3)
		await set('cierre_vuelta', inThreeDays)
		await set('tienda_cerrada', true)
		expect((await options()).cierre).toContain('Estamos de vacaciones. Volvemos el')
		expect(await orderInCash()).toMatchObject({ code: 'tienda_cerrada', vuelta: inThreeDays })
		const runExpiry = async () => {
			await shop.payments.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'vencer_ordenes', {}))
			await shop.drainJobs()
			boss = await theBoss(shop)
		}
		const goOnUntil = (hasCome: () => boolean) => {
			for (let quarters = 0; quarters < 500 && !hasCome(); quarters += 1) shop.clock.advanceMinutes(15)
		}
		const dayBefore = daysLater(inThreeDays, -1)
		goOnUntil(() => dayIn(shop.clock.now()) >= dayBefore)
		await runExpiry()
		expect((await setting(boss, 'tienda_cerrada'))?.valor).toBe(true)
		goOnUntil(() => dayIn(shop.clock.now()) >= inThreeDays)
		expect(dayIn(shop.clock.now())).toBe(inThreeDays)
		await runExpiry()
		expect((await options()).cierre).toBeNull()
		expect((await setting(boss, 'tienda_cerrada'))?.valor).toBe(false)
		const log = (await boss.get('/api/admin_auditoria/?tipo=ajuste&id=tienda_cerrada')).json()
		expect(log.results[0]).toMatchObject({ usuario: null, antes: 'true', despues: 'false' })
	})

	it('that belong together are set at once or not at all', async () => {
		const together = (cambios: object[]) => boss.send('PUT', '/api/admin_ajustes/', { cambios })
		const account = [
			{ clave: 'banco_nombre', valor: 'Banco Estado' },
			{ clave: 'banco_numero_cuenta', valor: '12-345' },
		]
		const wrong = await together([...account, { clave: 'banco_rut', valor: '1-1' }])
		expect(wrong.json()).toMatchObject({ code: 'valor_invalido', campo: 'banco_rut' })
		const late = await together([...account, { clave: 'banco_titular', valor: 'Otra SpA', version: 9 }])
		expect(late.json()).toMatchObject({ code: 'version_distinta', actual: { clave: 'banco_titular' } })
		expect((await options()).banco).toMatchObject({ banco: 'Banco de Chile', numero_cuenta: '00123456789' })
		const { results } = (await together(account)).json<{ results: StaffSetting[] }>()
		expect(results.map(({ valor }) => valor)).toEqual(['Banco Estado', '12-345'])
		expect((await options()).banco).toMatchObject({ banco: 'Banco Estado', numero_cuenta: '12-345' })
		await shop.drainJobs()
		const mails = shop.inbox.mails().filter(({ subject }) => subject === 'Cambiaron los datos para transferir')
		// One to each of the two staff accounts, with all changes.
		expect(mails.length).toBe(2)
		expect(mails[0]?.text).toMatch(/Banco Estado[\s\S]*12-345/)
		expect((await together([account[0] as object, account[0] as object])).statusCode).toBe(400)
	})

	it('that changed meanwhile are rejected once, and saved on the version of the rejection', async () => {
		const save = (valor: number, version?: number) =>
			boss.send('PUT', '/api/admin_ajustes/', { cambios: [{ clave: 'costo_km', valor, version }] })
		const seen = (await setting(boss, 'costo_km'))?.version ?? 0
		expect((await save(250, seen)).statusCode).toBe(200)
		const late = (await save(300, seen)).json()
		expect(late).toMatchObject({ code: 'version_distinta', actual: { clave: 'costo_km', valor: 250 } })
		expect((await save(300, late.actual.version)).statusCode).toBe(200)
		expect((await setting(boss, 'costo_km'))?.valor).toBe(300)
	})

	it('that contradict each other are rejected', async () => {
		const together = (cambios: object[]) => boss.send('PUT', '/api/admin_ajustes/', { cambios })
		const days = { clave: 'anuncio_desde', valor: '2026-12-24' }
		expect((await together([days, { clave: 'anuncio_hasta', valor: '2026-12-23' }])).json()).toMatchObject({
			campo: 'anuncio_hasta',
			error: 'El último día del anuncio es anterior al primero.',
		})
		expect((await setting(boss, 'anuncio_desde'))?.valor).toBeNull()
		const closed = { clave: 'tienda_cerrada', valor: true }
		expect((await together([closed, { clave: 'cierre_vuelta', valor: '2026-01-01' }])).json()).toMatchObject({
			campo: 'cierre_vuelta',
		})
		expect((await options()).cierre).toBeNull()
	})

	it('mail all staff about a change of the account for transfers', async () => {
		const renewed = await theBoss(shop)
		const answer = await renewed.send('PUT', path('banco_numero_cuenta'), { valor: '99887766' })
		expect(answer.statusCode).toBe(200)
		await shop.drainJobs()
		const mails = shop.inbox.mails().filter(({ subject }) => subject === 'Cambiaron los datos para transferir')
		expect(new Set(mails.map(({ to }) => to)).size).toBe(2)
		expect(mails.filter(({ text }) => text.includes('99887766')).length).toBe(2)
		shop.clock.advanceMinutes(11)
		expect((await renewed.send('PUT', path('banco_numero_cuenta'), { valor: '1' })).json().code).toBe(
			'identidad_requerida',
		)
	})
})

it('of the environment take precedence, are shown as fixed, and stay when it no longer sets them', async () => {
	const { db } = shop.database
	const initialSettings = new Map()
	const start = (variables: Parameters<typeof fixedSettings>[0]) =>
		storeFixedSettings({ db, clock: shop.clock }, { fixedSettings: fixedSettings(variables), initialSettings })
	await start({ SELLER_NAME: 'La Anterior SpA' })
	await start({ SELLER_NAME: 'Del Servidor SpA' })
	const renewed = await theBoss(shop)
	expect(await setting(renewed, 'vendedor_nombre')).toMatchObject({
		valor: 'Del Servidor SpA',
		fijo: true,
		editable: false,
	})
	expect((await renewed.send('PUT', path('vendedor_nombre'), { valor: 'Otra SpA' })).json().code).toBe('ajuste_fijo')
	await start({})
	expect(await setting(renewed, 'vendedor_nombre')).toMatchObject({
		valor: 'Del Servidor SpA',
		fijo: false,
		editable: true,
	})
	const { results } = (await renewed.get(`${path('vendedor_nombre')}versiones/`)).json()
	expect(results.map(({ valor }: { valor: string }) => valor).slice(0, 2)).toEqual([
		'Del Servidor SpA',
		'La Anterior SpA',
	])
	expect((await renewed.send('PUT', path('vendedor_nombre'), { valor: 'Otra SpA' })).statusCode).toBe(200)
})
