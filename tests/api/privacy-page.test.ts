import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import type { StaffProcessor } from '#modules/legal/shapes.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aClerk, theBoss } from '#tests/staff-helpers.ts'

let shop: TestShop
afterEach(() => shop.stop())

async function privacyPage(MAPS_PROVIDER: string): Promise<string> {
	shop = await openTestShop({
		pagesRoot: fileURLToPath(new URL('../../', import.meta.url)),
		variables: { MAPS_PROVIDER },
	})
	const answer = await shop.app.inject({ url: '/politicas', headers: { accept: 'text/html' } })
	expect(answer.statusCode).toBe(200)
	return answer.body
}

it('the privacy page names Google Maps, its terms and its privacy policy when addresses are looked up there', async () => {
	const page = await privacyPage('google')
	expect(page).toContain('Las direcciones se buscan en Google Maps')
	const links = [...page.matchAll(/<a [^>]*href="(https:\/\/[^"]*google[^"]*)"[^>]*>([^<]*)<\/a>/g)]
	expect(links.map(([, href, text]) => [href, text])).toEqual([
		['https://policies.google.com/privacy', 'Google (mapas)'],
		['https://policies.google.com/privacy', 'Google (ingreso)'],
		['https://maps.google.com/help/terms_maps/', 'términos de Google Maps'],
		['https://policies.google.com/privacy', 'política de privacidad de Google'],
	])
})

it.each(['embedded', 'osm'])('the privacy page omits Google Maps with %s', async (provider) => {
	const page = await privacyPage(provider)
	expect(page).toContain('Con quién los compartimos')
	expect(page).not.toContain('Google Maps')
	expect(page).not.toContain('Google (mapas)')
	expect(page).not.toContain('maps.google.com')
})

const named = (page: string) =>
	[
		...page.matchAll(
			/<li>(?:<a [^>]*>|<span [^>]*>)([^<]+)<\/(?:a|span)><span>([^<]*)<\/span><span>([^<]*)<\/span><\/li>/g,
		),
	].map(([, ...parts]) => parts.join(''))

const own = '0a4f6a52-5a0e-4f0e-9d5e-3f1f2c7d9b10'
const accountant = {
	nombre: 'Contadora Paz',
	finalidad: 'Llevar las cuentas',
	pais: 'Chile',
	enlace: '',
	oculto: false,
}

it('the privacy page names who gets data by the configuration, with the owner\u2019s corrections at once', async () => {
	const page = await privacyPage('embedded')
	const configured = [
		'Mercado Pago, Chile: cobrar y devolver lo que pagas por ese medio.',
		'Flow, Chile: cobrar y devolver lo que pagas por ese medio.',
		'Transbank (Webpay), Chile: cobrar y devolver lo que pagas por ese medio.',
		'Google (ingreso), Estados Unidos: entrar a tu cuenta, si eliges hacerlo con Google.',
		'Quien aloja la tienda: tener en su máquina la tienda y los datos que guarda.',
	]
	expect(named(page)).toEqual(configured)
	const home = await shop.app.inject({ url: '/', headers: { accept: 'text/html' } })
	expect(home.body).not.toContain('encargados')

	await shop.startJobs()
	const [boss, clerk] = [await theBoss(shop), await aClerk(shop)]
	const path = (clave: string) => `/api/admin_encargados/${clave}/`
	const list = async () => (await boss.get('/api/admin_encargados/')).json<{ results: StaffProcessor[] }>().results
	const host = (await list()).find(({ clave }) => clave === 'alojamiento')
	const corrected = { ...accountant, nombre: 'Hetzner', finalidad: host?.finalidad, pais: 'Alemania' }
	expect((await clerk.send('PUT', path('alojamiento'), corrected)).json()).toMatchObject({ code: 'solo_superusuario' })
	for (const [clave, body] of [
		['alojamiento', corrected],
		['flow', { ...accountant, oculto: true }],
		[own, accountant],
	] as const)
		expect((await boss.send('PUT', path(clave), body)).statusCode).toBe(204)
	const shown = async () => named((await shop.app.inject({ url: '/politicas', headers: { accept: 'text/html' } })).body)
	const now = [
		...configured.slice(0, 1),
		...configured.slice(2, 4),
		'Hetzner, Alemania: tener en su máquina la tienda y los datos que guarda.',
		'Contadora Paz, Chile: llevar las cuentas.',
	]
	await expect.poll(shown).toEqual(now)
	expect((await shop.app.inject({ url: '/api/encargados/' })).json()).toHaveLength(now.length)

	expect((await boss.send('DELETE', path(own))).statusCode).toBe(204)
	expect((await boss.send('DELETE', path(own))).statusCode).toBe(404)
	expect((await boss.send('DELETE', path('alojamiento'))).statusCode).toBe(204)
	expect((await boss.send('DELETE', path('flow'))).statusCode).toBe(204)
	await expect.poll(shown).toEqual(configured)
	expect((await boss.send('PUT', path('nadie'), accountant)).statusCode).toBe(404)
	const audit = (await boss.get('/api/admin_auditoria/?tipo=ajuste')).json<{
		results: { accion: string; despues: string }[]
	}>()
	expect(audit.results.map(({ accion }) => accion).slice(0, 6)).toEqual([
		'encargado_quitado',
		'encargado_quitado',
		'encargado_quitado',
		'encargado_cambiado',
		'encargado_cambiado',
		'encargado_cambiado',
	])
	expect(audit.results[3]?.despues).toBe('Contadora Paz · Chile · Llevar las cuentas')
})

it.each([
	['nombre', { nombre: '  ' }, 'Escribe cómo se llama.'],
	['finalidad', { finalidad: '' }, 'Escribe para qué recibe los datos.'],
	['enlace', { enlace: 'http://hetzner.com' }, 'Escribe una dirección que empiece con https://, o déjalo vacío.'],
])('refuses a processor without a valid %s, and one without a fresh proof', async (campo, change, error) => {
	shop = await openTestShop()
	const boss = await theBoss(shop)
	const path = `/api/admin_encargados/${own}/`
	expect((await boss.send('PUT', path, { ...accountant, ...change })).json()).toMatchObject({ campo, error })
	shop.clock.advanceMinutes(11)
	expect((await boss.send('PUT', path, accountant)).json()).toMatchObject({ code: 'identidad_requerida' })
})
