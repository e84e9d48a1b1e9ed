import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { releaseHeld } from '#tests/release-held.ts'
import { aCustomer, aPlacedOrder, brokenLedgers, cartLine, orderRow, stockOf } from '#tests/shop-helpers.ts'
import { callsWith, onVersion, proveAddress, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const camila = await aCustomer(shop)
await proveAddress(shop, camila.email)

async function userOf(email: string) {
	const [user] = (await boss.get(`/api/admin_usuarios/?q=${encodeURIComponent(email)}`)).json().results
	return user
}

describe('the panel', () => {
	it('accepts staff alone, on every call', async () => {
		const document = (await shop.app.inject({ url: '/api/openapi.json' })).json()
		const calls = Object.entries<Record<string, object>>(document.paths)
			.filter(([path]) => path.startsWith('/api/admin_'))
			.flatMap(([path, verbs]) => Object.keys(verbs).map((verb) => ({ verb, path })))
		expect(calls.length).toBeGreaterThanOrEqual(8)
		for (const { verb, path } of calls) {
			const method = verb.toUpperCase() as 'GET'
			const url = path.replace(/\{id\}/, '1').replace(/\{\w+\}/, 'ordenes')
			const anonymous = await shop.app.inject({ method, url })
			expect({ url, method, status: anonymous.statusCode }).toEqual({ url, method, status: 401 })
			const headers = { authorization: `Bearer ${camila.access}` }
			const customer = await shop.app.inject({ method, url, headers })
			expect({ url, method, status: customer.statusCode }).toEqual({ url, method, status: 403 })
		}
	})

	it('rejects an account as soon as it loses its staff status', async () => {
		const paula = await aCustomer(shop, 'Paula')
		const { id } = await userOf(paula.email)
		await proveAddress(shop, paula.email)
		expect((await boss.send('PUT', `/api/admin_usuarios/${id}/`, { is_staff: true })).statusCode).toBe(200)
		const calls = callsWith(shop, paula.access)
		expect((await calls.get('/api/admin_usuarios/')).statusCode).toBe(200)
		await boss.send('PUT', `/api/admin_usuarios/${id}/`, { is_staff: false })
		expect((await calls.get('/api/admin_usuarios/')).statusCode).toBe(403)
	})
})

describe('the list of orders', () => {
	it('returns the columns of the panel, and finds orders by number, name and filters', async () => {
		const order = await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia', carrito: [cartLine('Celeste', 2)] })
		const { results, count } = (await boss.get(`/api/admin_listar_ordenes/?nro_orden=${order.nro_orden}`)).json()
		expect(count).toBe(1)
		expect(results[0]).toMatchObject({
			id: order.orden_id,
			nro_orden: order.nro_orden,
			estado: 'pendiente',
			total: 59_980,
			metodo_pago: 'transferencia',
			comprobantes: [],
			comprobantes_descarga: [],
			carrito: [{ color: 'Celeste', cantidad: 2, precio: 29_990 }],
			version: 1,
		})
		const numbersOf = async (query: string) =>
			(await boss.get(`/api/admin_listar_ordenes/?${query}`)).json().results.map(({ nro_orden }: never) => nro_orden)
		expect(await numbersOf(`nro_orden=%23${order.nro_orden}`)).toEqual([order.nro_orden])
		expect(await numbersOf('nro_orden=camil')).toContain(order.nro_orden)
		expect(await numbersOf('nro_orden=nadie')).toEqual([])
		expect(await numbersOf('estado=pendiente&metodo_pago=transferencia')).toContain(order.nro_orden)
		expect(await numbersOf('estado=cancelado')).toEqual([])
		expect(await numbersOf('desde=2020-01-01&hasta=2020-12-31')).toEqual([])
		expect(await numbersOf('desde=0000-01-01&hasta=9999-12-31')).toContain(order.nro_orden)
		expect(await numbersOf('hasta=0000-01-01')).toEqual([])
		expect((await boss.get('/api/admin_listar_ordenes/?estado=perdida')).statusCode).toBe(400)
		expect((await boss.get('/api/admin_listar_ordenes/?desde=2026-02-30')).statusCode).toBe(400)
		expect((await boss.get('/api/admin_listar_ordenes/?page=0')).statusCode).toBe(400)
		expect(await numbersOf('nro_orden=9999999999')).toEqual([])
		expect(await numbersOf('nro_orden=0000000')).toEqual([])
		expect(await numbersOf('page=1000000&page_size=100')).toEqual([])
	})

	it('finds orders by a whole long e-mail, and those of one account by its id alone', async () => {
		const [luz, namesake] = [await aCustomer(shop, 'Luz'), await aCustomer(shop, `Luz-${'maria-'.repeat(8)}`)]
		const order = await aPlacedOrder(shop, luz, { metodo_pago: 'efectivo' })
		const other = await aPlacedOrder(shop, namesake, { metodo_pago: 'efectivo' })
		const idsOf = async (query: string) =>
			(await boss.get(`/api/admin_listar_ordenes/?${query}`)).json().results.map(({ id }: never) => id)
		expect(await idsOf(`nro_orden=${namesake.email}`)).toEqual([other.orden_id])
		expect(await idsOf('nro_orden=luz')).toEqual([other.orden_id, order.orden_id])
		const { id } = await userOf(luz.email)
		expect(await idsOf(`user=${id}`)).toEqual([order.orden_id])
		expect(await idsOf(`user=${id}&estado=cancelado`)).toEqual([])
		expect((await boss.get(`/api/admin_exportar/ordenes.csv?user=${id}`)).body.trim().split('\n')).toHaveLength(2)
		expect(await idsOf('user=')).toContain(other.orden_id)
		for (const wrong of ['0', 'luz', '9999999999']) {
			expect((await boss.get(`/api/admin_listar_ordenes/?user=${wrong}`)).statusCode).toBe(400)
		}
	})

	it.each(['reciente', 'antigua', 'total_mayor', 'total_menor'])(
		'returns each order once across its pages when sorted by %s',
		async (orden) => {
			for (let made = 0; made < 3; made++) await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
			const list = async (query: string) =>
				(await boss.get(`/api/admin_listar_ordenes/?orden=${orden}&${query}`)).json()
			const whole = (await list('page_size=100')).results.map(({ id }: never) => id)
			const paged: string[] = []
			for (let page = 1; page <= whole.length; page++) {
				paged.push(...(await list(`page_size=2&page=${page}`)).results.map(({ id }: never) => id))
			}
			expect(new Set(whole).size).toBe(whole.length)
			expect(paged).toEqual(whole)
		},
	)
})

describe('an edit of an order', () => {
	it('changes one field at a time, and only editable fields', async () => {
		const { orden_id } = await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
		const url = `/api/admin_ordenes/${orden_id}/`
		const edit = async (payload: object) => (await boss.send('PUT', url, payload)).json()
		expect(await edit({ total: 25_000 })).toMatchObject({ total: 25_000, version: 2 })
		expect(await edit({ metodo_pago: 'transferencia' })).toMatchObject({ metodo_pago: 'transferencia' })
		expect(await edit({ user: 1 })).toMatchObject({ code: 'campo_no_editable' })
		expect(await edit({ total: 1, version: 2 })).toMatchObject({ code: 'campo_no_editable', campo: 'version' })
		expect(await edit({ total: 1, estado: 'pagada' })).toMatchObject({ code: 'campo_no_editable' })
		expect(await edit({})).toMatchObject({ code: 'campo_no_editable' })
		expect(await edit({ total: -1 })).toMatchObject({ code: 'valor_invalido' })
		expect(await edit({ estado: 'perdida' })).toMatchObject({ code: 'valor_invalido' })
		expect(await edit({ total: 'mucho' })).toMatchObject({ code: 'campos_invalidos' })
		expect((await boss.send('PUT', '/api/admin_ordenes/1/', { total: 1 })).statusCode).toBe(404)
		expect(await orderRow(shop, orden_id)).toMatchObject({
			total: 25_000,
			metodo_pago: 'transferencia',
			estado: 'pendiente',
		})
	})

	it('gives a pending order the time limit of its new payment method', async () => {
		const { orden_id } = await aPlacedOrder(shop, camila)
		const hoursLeft = async () => {
			const { expires_at } = await orderRow(shop, orden_id)
			return expires_at && Math.round((expires_at.getTime() - shop.clock.now().getTime()) / 3_600_000)
		}
		const set = (metodo_pago: string) => boss.send('PUT', `/api/admin_ordenes/${orden_id}/`, { metodo_pago })
		await set('transferencia')
		expect(await hoursLeft()).toBe(48)
		await set('webpay')
		expect(await hoursLeft()).toBe(48)
		await set('efectivo')
		expect(await hoursLeft()).toBe(7 * 24)
	})

	it('sends the unsent mails to the new address when the e-mail changes', async () => {
		const { orden_id } = await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
		const edit = (email: string) => boss.send('PUT', `/api/admin_ordenes/${orden_id}/`, { email })
		expect((await edit('camila@')).json()).toMatchObject({ code: 'valor_invalido', campo: 'email' })
		const right = `bien.escrita.${randomUUID().slice(0, 8)}@correo.cl`
		expect((await edit(` ${right.toUpperCase()} `)).json()).toMatchObject({ email: right, version: 2 })
		await releaseHeld(shop)
		expect(shop.inbox.mails().filter(({ to }) => to === right).length).toBe(1)
		const story = (await boss.get(`/api/admin_ordenes/${orden_id}/`)).json()
		expect(story.correos).toMatchObject([
			{ plantilla: 'orden_nueva', destinatario: staffLogin.email },
			{ plantilla: 'orden_recibida', destinatario: right },
		])
		expect(story.historia.at(-1)).toMatchObject({ accion: 'editada', campo: 'email', despues: right })
	})

	it('moves stock once and sends the payment mail once when the state changes', async () => {
		const before = await stockOf(shop, 'Rosado')
		const order = await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo', carrito: [cartLine('Rosado', 3)] })
		const url = `/api/admin_ordenes/${order.orden_id}/`
		const set = (estado: string) => boss.send('PUT', url, { estado })
		await set('cancelado')
		expect(await stockOf(shop, 'Rosado')).toBe(before)
		await Promise.all([set('pagada'), set('pagada'), set('pagada')])
		expect(await stockOf(shop, 'Rosado')).toBe(before - 3)
		expect((await orderRow(shop, order.orden_id)).pagada_at).not.toBeNull()
		await set('en_revision')
		await set('pagada')
		await releaseHeld(shop)
		const told = shop.inbox.mails().filter(({ subject }) => subject.includes(`${order.nro_orden}`))
		expect(told.filter(({ subject }) => subject.startsWith('Tu pago está confirmado')).length).toBe(1)
		await set('fallida')
		const celeste = (await boss.get('/api/admin_productos/?q=rosado')).json().results[0]
		await boss.send('PATCH', `/api/admin_productos/${celeste.id}/`, { stock: 2 })
		expect((await set('pagada')).json()).toMatchObject({ code: 'sin_stock', color: 'Rosado', disponible: 2 })
		expect((await orderRow(shop, order.orden_id)).estado).toBe('fallida')
		expect(await brokenLedgers(shop)).toEqual([])
	})

	it('is rejected when another member of staff changed the order since it was read', async () => {
		const { orden_id } = await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
		const url = `/api/admin_ordenes/${orden_id}/`
		const answers = await Promise.all([
			boss.send('PUT', url, { total: 20_000 }, onVersion(1)),
			boss.send('PUT', url, { total: 10_000 }, onVersion(1)),
		])
		expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
		const lost = answers.find(({ statusCode }) => statusCode === 409)?.json()
		const stored = await orderRow(shop, orden_id)
		expect(lost).toMatchObject({ code: 'version_distinta', actual: { total: stored.total, version: 2 } })
		const again = await boss.send('PUT', url, { total: stored.total }, onVersion(1))
		expect([again.statusCode, again.json().version]).toEqual([200, 2])
		const { results } = (await boss.get(`/api/admin_auditoria/?tipo=orden&id=${orden_id}`)).json()
		expect(results[0]).toMatchObject({
			usuario: staffLogin.email,
			campo: 'total',
			antes: '29990',
			despues: String(stored.total),
		})
		expect(results.filter(({ campo }: { campo: string }) => campo === 'total').length).toBe(1)
	})
})

describe('the list of users', () => {
	it('finds users by the start of a name or e-mail, with or without accents', async () => {
		const jose = await aCustomer(shop, 'Jose')
		const { id } = await userOf(jose.email)
		await shop.app.inject({
			method: 'PATCH',
			url: '/api/perfil/',
			headers: { authorization: `Bearer ${jose.access}` },
			payload: { nombre: 'José', apellido: 'Ñuñez' },
		})
		for (const q of ['JOSÉ', 'jos nun', 'Ñuñ', jose.email, jose.email.slice(0, 9)]) {
			const { results } = (await boss.get(`/api/admin_usuarios/?q=${encodeURIComponent(q)}`)).json()
			expect({ q, found: results.some((user: { id: number }) => user.id === id) }).toEqual({ q, found: true })
		}
		expect((await boss.get(`/api/admin_usuarios/?q=${encodeURIComponent("' | !x:*")}`)).statusCode).toBe(200)
		const { results, count } = (await boss.get('/api/admin_usuarios/?staff=true')).json()
		expect(results.length).toBe(count)
		expect(results[0]).toMatchObject({ username: staffLogin.email, email: staffLogin.email, is_superuser: true })
	})
})
