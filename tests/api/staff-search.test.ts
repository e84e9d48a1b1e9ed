import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { intentosPago, pagos } from '#modules/orders/payment-tables.ts'
import type { ListOrdersAnswer } from '#modules/orders/staff/shapes.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import type { FindOrdersAnswer } from '#modules/search/shapes.ts'
import { documentosTributarios, receptores } from '#modules/tax-documents/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { aClerk, theBoss } from '#tests/staff-helpers.ts'
import { writeOrder } from '#tests/written-order.ts'

const find = async (q: string) =>
	(await boss.get(`/api/admin_buscar/?q=${encodeURIComponent(q)}`)).json<FindOrdersAnswer>()
const foundBy = async (q: string) => (await find(q)).results.map(({ nro_orden, por }) => `${nro_orden} ${por}`)

async function pay(order: OrderRow, codigo_autorizacion: string): Promise<void> {
	const { id: orden_id, total: monto } = order
	const attempt = { id: randomUUID(), orden_id, gateway: 'webpay', monto } as const
	await shop.database.db.insert(intentosPago).values({ ...attempt, estado: 'pagado', expires_at: new Date() })
	await shop.database.db.insert(pagos).values({
		gateway: 'webpay',
		pago_id: attempt.id,
		intento_id: attempt.id,
		orden_id,
		monto,
		estado: 'aprobado',
		moneda: 'CLP',
		destino: 'aplicado',
		codigo_autorizacion,
	})
}

const shop = await aShop()
const boss = await theBoss(shop)
const { database } = shop
const jose = await writeOrder(database, {
	nombre: 'José Núñez',
	email: 'jnunez@correo.cl',
	telefono: '912345678',
	tipo_entrega: 'despacho',
	direccion: 'Los Leones 4321, depto 5',
	comuna: 'Providencia',
})
const luz = await writeOrder(database, { nombre: 'Luz Soto', email: 'luz.soto@correo.cl', telefono: '223456789' })
await pay(luz, 'A1B2C3')
await pay(jose, '001213')
const documents = [
	{ orden_id: jose.id, tipo: 39, secuencia: 1, monto: jose.total, folio: 555_123, fecha: '2026-11-20' },
	{ orden_id: jose.id, tipo: 61, secuencia: 1, monto: jose.total, folio: 88, fecha: '2026-11-21' },
	{ orden_id: luz.id, tipo: 33, secuencia: 1, monto: luz.total, folio: 88, fecha: '2026-11-21' },
] as const
await database.db.insert(documentosTributarios).values([...documents])
const company = {
	rut: '76192083-9',
	razon_social: 'Gimnasio Fuerza SpA',
	giro: 'Deporte',
	direccion: 'Sur 1',
	comuna: 'Maipú',
}
await database.db.insert(receptores).values({ orden_id: luz.id, tipo: 33, ...company })

describe('the panel search', () => {
	it('finds an order by its number, before longer numbers with the same start', async () => {
		const numbers = (await find(String(jose.nro_orden).slice(0, 3))).results.map(({ nro_orden }) => nro_orden)
		expect(numbers).toEqual([jose.nro_orden, luz.nro_orden])
		for (const typed of [`${luz.nro_orden}`, `#${luz.nro_orden}`, `orden ${luz.nro_orden}`])
			expect(await foundBy(typed)).toEqual([`${luz.nro_orden} numero`])
	})

	it.each(['912345678', '+56 9 1234 5678', '56912345678', '9-1234-5678', '09 1234 5678', '1234 5678', '5678'])(
		'finds an order by its phone, typed as %s',
		async (typed) => {
			expect(await foundBy(typed)).toEqual([`${jose.nro_orden} telefono`])
		},
	)

	it.each(['76192083-9', '76.192.083-9', '76 192 083 9', '761920839', '76192083', 'rut 76.192.083-9'])(
		'finds an order by the RUT of its factura, typed as %s',
		async (typed) => {
			expect(await foundBy(typed)).toContain(`${luz.nro_orden} rut`)
			const receptor = { rut: '76192083-9', razon_social: 'Gimnasio Fuerza SpA' }
			expect((await find(typed)).results).toMatchObject([{ receptor }])
		},
	)

	it.each(['gimnasio', 'Gimnasio Fuerza', 'fuerza spa'])(
		'finds an order by the company of its factura, typed as %s',
		async (typed) => {
			expect(await foundBy(typed)).toEqual([`${luz.nro_orden} razon_social`])
		},
	)

	it('finds an order by a landline number, and not by a longer number with the same start', async () => {
		expect(await foundBy('+56 2 2345 6789')).toEqual([`${luz.nro_orden} telefono`])
		expect(await foundBy('91234')).toEqual([])
	})

	it.each(['jose nuñez', 'NÚÑEZ', 'jnunez@correo.cl', 'leones 4321', 'Los Leones 4321, Providencia', 'jose providen'])(
		'finds an order by words of name, mail and address: %s',
		async (typed) => {
			expect(await foundBy(typed)).toEqual([`${jose.nro_orden} palabras`])
		},
	)

	it('finds an order by the authorisation code of its payment in any case', async () => {
		expect((await find('a1b2c3')).results).toMatchObject([{ id: luz.id, por: 'autorizacion', codigo: 'A1B2C3' }])
		expect((await find('001213')).results).toMatchObject([{ id: jose.id, por: 'autorizacion', codigo: '001213' }])
	})

	it('finds an order by the folio of any of its documents', async () => {
		expect((await find('boleta 555123')).results).toMatchObject([
			{ id: jose.id, por: 'documento', documento: { tipo: 39, folio: 555_123 } },
		])
		const both = (await find('88')).results.map(({ id, documento }) => [id, documento?.tipo])
		expect(both).toEqual([
			[luz.id, 33],
			[jose.id, 61],
		])
	})

	it('returns an order once for several matches, and says when more orders match', async () => {
		const many = Array.from({ length: 9 }, () =>
			writeOrder(shop.database, { nombre: 'Rosa Rosa', email: 'rosa@correo.cl' }),
		)
		const written = (await Promise.all(many)).map(({ nro_orden }) => nro_orden)
		const { results, hay_mas } = await find('rosa')
		expect([results.length, new Set(results.map(({ id }) => id)).size, hay_mas]).toEqual([8, 8, true])
		expect(written).toEqual(expect.arrayContaining(results.map(({ nro_orden }) => nro_orden)))
		expect((await find('nunez')).hay_mas).toBe(false)
	})
})

describe('the list of orders, filtered by a typed text', () => {
	const listed = async (typed: string) => {
		const answer = await boss.get(`/api/admin_listar_ordenes/?nro_orden=${encodeURIComponent(typed)}`)
		return answer.json<ListOrdersAnswer>().results.map(({ id }) => id)
	}

	it.each([
		'+56 9 1234 5678',
		'5678',
		'boleta 555123',
		'76.192.083-9',
		'gimnasio fuerza',
		'a1b2c3',
		'jose nuñez',
		'leones 4321',
		'rosa',
		'88',
	])('has the orders that the panel search finds: %s', async (typed) => {
		const [ids, { results, hay_mas }] = [await listed(typed), await find(typed)]
		expect(ids.length).toBeGreaterThan(0)
		expect(ids).toEqual(expect.arrayContaining(results.map(({ id }) => id)))
		expect(ids.length > results.length).toBe(hay_mas)
	})

	it('starts with the exact number, before an older order with that folio', async () => {
		const { nro_orden, id } = await writeOrder(shop.database)
		const other = {
			orden_id: jose.id,
			tipo: 39,
			secuencia: 2,
			monto: 1,
			folio: nro_orden,
			fecha: '2026-11-22',
		} as const
		await shop.database.db.insert(documentosTributarios).values(other)
		expect(await listed(String(nro_orden))).toEqual([id, jose.id])
	})

	it('has no order for a text that is no part of any', async () => {
		for (const typed of ['%', '_', 'nadie', '99999999999999', 'folio 2147483648'])
			expect(await listed(typed)).toEqual([])
	})
})

it('the panel search treats any input as words or digits, never as part of its SQL', async () => {
	for (const typed of ["' | !x:*", '%', '_', "5678' or 1=1", '\\', '99999999999999', '2147483648', '9'.repeat(60)])
		expect({ typed, found: await foundBy(typed) }).toEqual({ typed, found: [] })
	expect((await boss.get('/api/admin_buscar/')).json()).toEqual({ results: [], hay_mas: false })
	expect((await boss.get(`/api/admin_buscar/?q=${'x'.repeat(300)}`)).statusCode).toBe(400)
})

it('the panel search is open to every member of staff', async () => {
	const clerk = await aClerk(shop)
	expect((await clerk.get(`/api/admin_buscar/?q=${luz.nro_orden}`)).statusCode).toBe(200)
	expect((await shop.app.inject('/api/admin_buscar/?q=luz')).statusCode).toBe(401)
})
