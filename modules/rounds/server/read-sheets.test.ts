import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ordenes } from '#modules/orders/tables.ts'
import type { DeliverySheet, RoundAnswer, SheetsAnswer } from '#modules/rounds/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer, aPlacedOrder, orderRow } from '#tests/shop-helpers.ts'
import { callsWith, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
const rounds = roundCalls(shop, boss, ana)

const numberOf = async (id: string) => (await orderRow(shop, id)).nro_orden
const read = (numbers: string, calls = boss) => calls.get(`/api/admin_hojas/?ordenes=${numbers}`)
async function sheetsOf(...ids: readonly string[]): Promise<DeliverySheet[]> {
	const numbers = await Promise.all(ids.map(numberOf))
	return (await read(numbers.join(','))).json<SheetsAnswer>().hojas
}
const addNote = (id: string, texto: string) => boss.send('POST', `/api/admin_ordenes/${id}/notas/`, { texto })

it('returns the printed data, in the order of the numbers, with the exact sum to collect', async () => {
	const [cash, paid] = [await rounds.toBring(0), await rounds.toBring(1, { paid: true })]
	const [first, second] = await sheetsOf(paid, cash)
	expect(first).toMatchObject({ orden_id: paid, por_cobrar: 0, se_entrega: true, tipo_entrega: 'despacho' })
	expect(second).toMatchObject({
		orden_id: cash,
		por_cobrar: 29_990,
		direccion: 'Calle 0, depto 5',
		nombre: 'Ana Rojas',
		unidades: [{ color: 'Negro', cantidad: 1 }],
		ronda: null,
		desde: null,
		prometida: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
	})
})

it('returns round, place and hour of an order on a round', async () => {
	const orders = [await rounds.toBring(0), await rounds.toBring(1)]
	const round = await rounds.plan(...orders)
	for (const sheet of await sheetsOf(...orders)) {
		const stop = stopOf(round, sheet.orden_id)
		expect(sheet).toMatchObject({ ronda: round.numero, parada: (stop?.posicion ?? 0) + 1 })
		expect([sheet.desde, sheet.hasta]).toEqual([stop?.desde, stop?.hasta])
	}
})

it('returns place and hours of a pickup', async () => {
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', telefono: '955400001' })
	const set = { estacion_retiro: 'Baquedano', horario_retiro: 'lunes a viernes' }
	await shop.database.db.update(ordenes).set(set).where(eq(ordenes.id, orden_id))
	const [sheet] = await sheetsOf(orden_id)
	expect(sheet).toMatchObject({ tipo_entrega: 'retiro', retiro: 'Baquedano, lunes a viernes', hora_at: null })
})

it('warns of orders not to be handed over: cancelled, or disputed', async () => {
	const [cancelled, disputed] = [await rounds.toBring(0), await rounds.toBring(1, { paid: true })]
	await boss.send('POST', `/api/admin_ordenes/${cancelled}/cancelar/`, {})
	await shop.database.db.update(ordenes).set({ entrega_detenida: true }).where(eq(ordenes.id, disputed))
	const sheets = await sheetsOf(cancelled, disputed)
	expect(sheets.map(({ se_entrega }) => se_entrega)).toEqual([false, false])
	expect(sheets[0]?.por_cobrar).toBe(0)
})

it('shows the latest notes of staff and of earlier attempts at the next stop', async () => {
	const order = await rounds.toBring(2)
	await addNote(order, 'Llamar antes de subir')
	const round = await rounds.leave(await rounds.plan(order))
	expect(stopOf(round, order)?.notas).toMatchObject([{ de: 'equipo', texto: 'Llamar antes de subir' }])
	const back = { motivo: 'nadie_en_casa', nota: 'El timbre no suena' }
	await rounds.press(stopOf(round, order), 'no_entregar', back)
	await rounds.act(round, 'cerrar')
	const again = await rounds.plan(order)
	const notes = [
		{ de: 'intento', texto: 'No había nadie: El timbre no suena' },
		{ de: 'equipo', texto: 'Llamar antes de subir' },
	]
	expect(stopOf(again, order)?.notas.toSorted((one) => (one.de === 'intento' ? -1 : 1))).toMatchObject(notes)
	for (const text of ['Uno', 'Dos', 'Tres']) await addNote(order, text)
	const { paradas } = (await boss.get(`/api/admin_rondas/${again.id}/`)).json<RoundAnswer>()
	expect(paradas[0]?.notas).toHaveLength(3)
})

it('omits unknown numbers, and rejects invalid ones', async () => {
	const order = await rounds.toBring(0)
	const answer = await read(`${await numberOf(order)},999999999`)
	expect(answer.json<SheetsAnswer>().hojas.map(({ orden_id }) => orden_id)).toEqual([order])
	for (const wrong of ['', 'a', '1;2', '1,,2', '9999999999']) expect((await read(wrong)).statusCode).toBe(400)
})

it('rejects accounts that are not staff', async () => {
	expect((await read('1001', callsWith(shop, ana.access))).statusCode).toBe(403)
	expect((await shop.app.inject({ method: 'GET', url: '/api/admin_hojas/?ordenes=1001' })).statusCode).toBe(401)
})
