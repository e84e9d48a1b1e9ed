import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { ordenes } from '#modules/orders/tables.ts'
import type { RoundAnswer, RoundStop } from '#modules/rounds/shapes.ts'
import type { TestShop } from '#tests/open-shop.ts'
import { aPlacedOrder, type TestCustomer } from '#tests/shop-helpers.ts'
import type { StaffCalls } from '#tests/staff-helpers.ts'

/** Addresses on an arc to the east of the shop, each further than the last. */
const doors = [
	{ lat: -33.427, lng: -70.623 },
	{ lat: -33.422, lng: -70.613 },
	{ lat: -33.422, lng: -70.603 },
	{ lat: -33.437, lng: -70.593 },
]
const colorOfDoor = (door: number) => (door === 0 ? 'Negro' : door === 1 ? 'Celeste' : 'Blanco')

/** The stop of an order in a round. */
export const stopOf = (round: RoundAnswer, orden_id: string) => round.paradas.find((stop) => stop.orden_id === orden_id)

/** Plans and drives rounds through the API as `boss`, with orders of one customer. */
export function roundCalls(shop: TestShop, boss: StaffCalls, customer: TestCustomer) {
	let phones = 955_500_000

	const post = (url: string, body: object = {}, key: string = randomUUID()) =>
		boss.send('POST', url, body, { 'idempotency-key': key })

	/** An order for delivery, in cash unless `paid`. */
	async function toBring(door: number, { paid = false, color = colorOfDoor(door) } = {}): Promise<string> {
		const line = { nombre: 'Premium Shaker', sku: 'PREM-SHAKER-650', imagen: '', color, precio: 29_990, cantidad: 1 }
		const telefono = String(phones++)
		const { orden_id } = await aPlacedOrder(shop, customer, { metodo_pago: 'efectivo', telefono, carrito: [line] })
		const set: Partial<typeof ordenes.$inferInsert> = {
			tipo_entrega: 'despacho',
			direccion: `Calle ${door}, depto 5`,
			plazo_entrega: '3 días hábiles',
			...doors[door],
			...(paid && { metodo_pago: 'transferencia', estado: 'pagada', pagada_at: shop.clock.now() }),
		}
		await shop.database.db.update(ordenes).set(set).where(eq(ordenes.id, orden_id))
		return orden_id
	}

	async function plan(...orders: string[]): Promise<RoundAnswer> {
		const answer = await post('/api/admin_rondas/', { ordenes: orders })
		if (answer.statusCode !== 200) throw new Error(answer.body)
		return answer.json()
	}

	const act = (round: RoundAnswer, what: string, body: object = {}) =>
		post(`/api/admin_rondas/${round.id}/${what}/`, body)
	const leave = async (round: RoundAnswer): Promise<RoundAnswer> => (await act(round, 'salir')).json()
	const press = (stop: RoundStop | undefined, what: string, body: object = {}, key: string = randomUUID()) =>
		post(`/api/admin_paradas/${stop?.id}/${what}/`, { hecha_at: shop.clock.now().toISOString(), ...body }, key)
	/** Uploads a photo of a door. */
	async function sendPhoto(stopId: string | undefined, bytes: Buffer, key: string = randomUUID()) {
		const form = new FormData()
		form.set('foto', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'puerta.jpg')
		const request = new Request('http://localhost', { method: 'POST', body: form })
		const type = request.headers.get('content-type') ?? ''
		return await shop.app.inject({
			method: 'POST',
			url: `/api/admin_paradas/${stopId}/foto/`,
			headers: { authorization: boss.authorization, 'idempotency-key': key, 'content-type': type },
			payload: Buffer.from(await request.arrayBuffer()),
		})
	}
	return { sendPhoto, post, toBring, plan, act, leave, press }
}
