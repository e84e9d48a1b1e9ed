import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, anOrder, logIn, sendOrder } from '#tests/shop-helpers.ts'

const shop = await aShop()

async function register(over: Record<string, unknown>) {
	const email = `${randomUUID().slice(0, 8)}@correo.cl`
	const person = { email, first_name: 'Camila', last_name: 'Rojas', password: 'una-clave-segura', ...over }
	return await shop.app.inject({ method: 'POST', url: '/api/register/', payload: person })
}

const webAddresses = [
	'Tu sesión venció, entra a premiumshaker-panel.zip/login',
	't.me/shaker',
	'x.com/shaker',
	'shaker.pro',
	'shaker.pe',
	'youtu.be/shaker',
	'bit.do/shaker',
	'192.0.2.7/login',
	'shaker\u200b.com',
	'shaker\u00ad.com',
	'\u202emoc.rekahs',
	'shaker.cοm',
	'shaker[.]com',
	'shaker。com',
	'ｓｈａｋｅｒ．ｃｏｍ',
	'https://shaker',
	'pagos@shaker.cl',
	'www.shaker',
]

describe('the name of an account', () => {
	it.each(webAddresses)('rejects %j, typed and in the profile', async (name) => {
		expect((await register({ first_name: name })).statusCode).toBeGreaterThanOrEqual(400)
		expect((await register({ last_name: name })).statusCode).toBeGreaterThanOrEqual(400)
		const headers = { authorization: `Bearer ${(await aCustomer(shop)).access}` }
		for (const field of ['nombre', 'apellido', 'direccion']) {
			const answer = await shop.app.inject({
				method: 'PATCH',
				url: '/api/perfil/',
				headers,
				payload: { [field]: name },
			})
			// An e-mail address is cleaned of the override alone.
			const isOnlyTurned = field === 'direccion' && name.startsWith('\u202e')
			expect(answer.statusCode >= 400, `${field}: ${answer.body}`).toBe(!isOnlyTurned)
		}
	})

	it.each(['\u200b\u200b', '\u2060', '\u3164'])('rejects %j, which is empty after cleaning', async (name) => {
		expect((await register({ first_name: name })).statusCode).toBe(400)
	})

	it.each(['123', '👩‍👧', '.'])('rejects %j, which has no letter', async (name) => {
		expect((await register({ first_name: name })).json()).toMatchObject({
			code: 'nombre_invalido',
			error: 'Escribe el nombre con letras.',
		})
	})

	it('rejects a text with a direction override', async () => {
		expect((await register({ first_name: '\u202eanA\u202c' })).statusCode).toBe(400)
	})

	it.each(['José', "D'Angelo", 'María-José', 'Jr.', 'O. Pérez', '👩‍👧 Ana', 'محمد', 'St. John', 'Ma.de los Ángeles'])(
		'accepts %j unchanged',
		async (name) => {
			const email = `${randomUUID().slice(0, 8)}@correo.cl`
			expect((await register({ email, first_name: name, last_name: name })).statusCode).toBe(201)
			const { access } = await logIn(shop, email, 'una-clave-segura')
			const profile = await shop.app.inject({ url: '/api/perfil/', headers: { authorization: `Bearer ${access}` } })
			expect(profile.json()).toMatchObject({ nombre: name, apellido: name })
		},
	)

	it('is stored without invisible characters, with plain hyphens and spaces', async () => {
		const email = `${randomUUID().slice(0, 8)}@correo.cl`
		await register({ email, first_name: '\u200eMari\u0301a‑José\u00a0' })
		const { access } = await logIn(shop, email, 'una-clave-segura')
		const profile = await shop.app.inject({ url: '/api/perfil/', headers: { authorization: `Bearer ${access}` } })
		expect(profile.json()).toMatchObject({ nombre: 'María-José' })
	})
})

describe('an e-mail address', () => {
	it.each([
		['ventas@ñandu.cl', 'ventas@ÑANDU.cl\u200b'],
		['ventas@xn--ejemplo-ona.cl', '\u2068ventas@xn--ejemplo-ona.cl\u2069'],
		[' Nombre.Apellido+1@EXAMPLE.CL ', 'nombre.apellido+1@example.cl'],
	])('%j is accepted; %j logs in and can request a new password', async (email, again) => {
		expect((await register({ email })).statusCode).toBe(201)
		expect((await register({ email: again })).json()).toMatchObject({ code: 'correo_registrado' })
		await logIn(shop, again, 'una-clave-segura')
		await shop.app.inject({ method: 'POST', url: '/api/auth/password-reset/', payload: { email: again } })
		await shop.drainJobs()
		expect(shop.inbox.mails().some(({ subject }) => /contraseña/i.test(subject))).toBe(true)
	})

	it('is shown in Unicode', async () => {
		const email = `${randomUUID().slice(0, 8)}@ñandú.cl`
		await register({ email })
		const { access } = await logIn(shop, email, 'una-clave-segura')
		const profile = await shop.app.inject({ url: '/api/perfil/', headers: { authorization: `Bearer ${access}` } })
		expect(profile.json()).toMatchObject({ email })
	})

	it('is rejected with a message when it has a comma instead of a point', async () => {
		expect((await register({ email: 'ventas@ejemplo,cl' })).json()).toMatchObject({
			code: 'correo_invalido',
			error: 'Ingresa un correo válido.',
		})
	})
})

describe('a discount code', () => {
	it.each([
		[' shaker5000\u00a0', 200],
		['SHAKER5000\u200b', 200],
		['\u200eSHAKER5000', 200],
		['\u2068SHAKER5000\u2069', 200],
		['SHAKER5000\u2060', 200],
		['ＳＨＡＫＥＲ５０００', 200],
		['SHAKER500', 422],
	])('%j is answered with %i by the check and by the order', async (codigo, status) => {
		const customer = await aCustomer(shop)
		const headers = { authorization: `Bearer ${customer.access}` }
		const payload = { codigo, subtotal: 29_990 }
		const checked = await shop.app.inject({ method: 'POST', url: '/api/cupones/validar/', headers, payload })
		expect(checked.statusCode).toBe(status)
		const telefono = `9${String(Math.random()).slice(2, 10)}`
		const order = anOrder({ cupon: codigo, total: 24_990, metodo_pago: 'transferencia', telefono })
		expect((await sendOrder(shop, customer, order)).statusCode).toBe(status)
	})
})
