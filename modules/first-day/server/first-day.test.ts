import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Rights } from '#core/rules/permissions.ts'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { productos } from '#modules/catalog/tables.ts'
import { type MapsProvider, MapsUnavailable } from '#modules/delivery/server/maps/maps.ts'
import type { FirstDayStep } from '#modules/first-day/first-day.ts'
import { readFirstDay, tryStep } from '#modules/first-day/server/first-day.ts'
import type { FirstDayAnswer } from '#modules/first-day/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aClerk, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)

const list = async () => (await boss.get('/api/admin_primer_dia/')).json<FirstDayAnswer>()
const step = async (paso: FirstDayStep) => (await list()).results.find((one) => one.paso === paso)
const tryIt = (paso: FirstDayStep) => boss.send('POST', `/api/admin_primer_dia/${paso}/`)

it('shows in every section that the shop is closed, and when it opens again', async () => {
	expect((await list()).cierre).toBeNull()
	const set = (clave: string, valor: unknown) => boss.send('PUT', `/api/admin_ajustes/${clave}/`, { valor })
	await set('tienda_cerrada', true)
	expect((await list()).cierre).toEqual({ vuelta: null })
	const vuelta = daysLater(dayIn(shop.clock.now()), 5)
	await set('cierre_vuelta', vuelta)
	expect((await list()).cierre).toEqual({ vuelta })
	await set('tienda_cerrada', false)
	expect((await list()).cierre).toBeNull()
})

it('lists settings required for sales until they are set', async () => {
	expect(await step('vendedor')).toEqual({ paso: 'vendedor', listo: true, texto: '' })
	await shop.database.db.execute("update ajustes set valor = '' where clave in ('banco_rut', 'banco_nombre')")
	expect(await step('banco')).toEqual({ paso: 'banco', listo: false, texto: 'Falta: RUT del titular, Banco.' })
	const { count, faltan, results } = await list()
	expect(faltan).toBe(count - results.filter(({ listo }) => listo).length)
})

it('marks stock as counted once there is any', async () => {
	const { db } = shop.database
	await db.update(productos).set({ stock: 0 })
	expect(await step('stock')).toMatchObject({ listo: false })
	await db.update(productos).set({ stock: 3 }).where(eq(productos.color, 'Negro'))
	expect(await step('stock')).toMatchObject({ listo: true })
})

it('asks for the figures of the questions until they are the owner’s', async () => {
	expect(await step('preguntas')).toMatchObject({ listo: false })
	const valor = '¿Cuántos batidos alcanza una carga?\nDoce.'
	expect((await boss.send('PUT', '/api/admin_ajustes/preguntas/', { valor })).statusCode).toBe(200)
	expect(await step('preguntas')).toMatchObject({ listo: true })
})

it('sends a real mail, and is done when it was sent', async () => {
	expect((await tryIt('correo')).statusCode).toBe(200)
	expect(await step('correo')).toMatchObject({ listo: false })
	await shop.drainJobs()
	expect(shop.inbox.mails()[0]).toMatchObject({
		to: 'jefa@premiumshaker.cl',
		subject: expect.stringMatching(/^Prueba: los correos/),
	})
	expect(await step('correo')).toMatchObject({ listo: true, texto: 'Salió a jefa@premiumshaker.cl.' })
})

it('tests gateways and map live, and stores the result with the account', async () => {
	expect((await tryIt('pasarela')).json().texto).toContain('Mercado Pago')
	expect((await tryIt('mapa')).json().texto).toMatch(/^Desde la tienda hasta Avenida Providencia 1000 hay \d+(,\d)? km/)
	expect((await tryIt('boleta')).json().texto).toBe('Cada boleta se emite a mano.')
	expect((await tryIt('politicas')).statusCode).toBe(200)
	for (const paso of ['pasarela', 'boleta', 'mapa', 'politicas'] as const)
		expect(await step(paso)).toMatchObject({ listo: true })
	const log = (await boss.get('/api/admin_auditoria/?tipo=ajuste&id=mapa')).json()
	expect(log.results).toMatchObject([{ usuario: 'jefa@premiumshaker.cl', accion: 'primer_dia' }])
})

it('explains a failed step, and stores nothing', async () => {
	const dead = async () => Promise.reject(new MapsUnavailable('dead'))
	const context = {
		...shop.payments,
		gateways: new Map([['flow', { probe: dead }]] as const),
		maps: { warm: dead } as unknown as MapsProvider,
		backUp: undefined,
		tryDocuments: undefined,
	}
	await shop.database.db.execute('delete from primer_dia')
	const actor = { id: 1, email: 'jefa@premiumshaker.cl' }
	await expect(tryStep(context, actor, 'pasarela')).rejects.toMatchObject({
		failure: { failure: 'no_comprobado', text: 'Flow no acepta las credenciales o no responde.' },
	})
	await expect(tryStep(context, actor, 'mapa')).rejects.toMatchObject({ failure: { failure: 'no_comprobado' } })
	expect(await step('mapa')).toMatchObject({ listo: false })
})

it('lets only superusers try steps, and rejects unknown steps', async () => {
	const clerk = await aClerk(shop)
	expect((await list()).editable).toBe(true)
	expect((await clerk.get('/api/admin_primer_dia/')).json()).toMatchObject({ editable: false })
	expect((await clerk.send('POST', '/api/admin_primer_dia/politicas/')).json().code).toBe('solo_superusuario')
	expect((await tryIt('stock')).statusCode).toBe(400)
})

it('lists a Node update only while an unpatched version runs', async () => {
	const rights = { is_staff: true, is_superuser: true }
	const stepsOn = async (version: string) => (await readFirstDay(shop.payments, rights as Rights, version)).results
	expect((await stepsOn('24.22.1')).map(({ paso }) => paso)).not.toContain('servidor')
	expect((await stepsOn('24.21.0')).find(({ paso }) => paso === 'servidor')).toMatchObject({
		listo: false,
		texto: expect.stringContaining('24.21.0'),
	})
})
