import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayIn, daysLater } from '#core/rules/times.ts'
import type { StockOutlookAnswer } from '#modules/catalog/staff/shapes.ts'
import { productos } from '#modules/catalog/tables.ts'
import type { MoneyToComeAnswer } from '#modules/numbers/shapes.ts'
import { devoluciones, disputas, intentosPago, pagos } from '#modules/orders/payment-tables.ts'
import { movimientosStock } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { aClerk, theBoss } from '#tests/staff-helpers.ts'
import { writeOrder } from '#tests/written-order.ts'

const set = async (clave: string, valor: unknown) =>
	expect((await boss.send('PUT', `/api/admin_ajustes/${clave}/`, { valor })).statusCode).toBe(200)

/** Returns the cells of a CSV file by line; the first line is the header. */
async function fileOf(name: string, query = ''): Promise<string[][]> {
	const answer = await boss.get(`/api/admin_exportar/${name}${query}`)
	expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
	const lines = answer.body.slice(1).trim().split('\r\n')
	return lines.map((line) => line.split(';'))
}

const shop = await aShop()
const boss = await theBoss(shop)
const today = dayIn(shop.clock.now())

describe('the reorder day of a colour', () => {
	/** Sets the units sold in the first week and the remaining stock of a colour. */
	async function sold(color: string, units: number, stock: number, daysAgo: number): Promise<void> {
		const { db } = shop.database
		const [product] = await db.update(productos).set({ stock }).where(eq(productos.color, color)).returning()
		const moved = {
			producto_id: product?.id ?? 0,
			cantidad: -units,
			motivo: 'venta',
			created_at: new Date(shop.clock.now().getTime() - daysAgo * 86_400_000),
		} as const
		await db.insert(movimientosStock).values(moved)
	}
	const dayOf = async (color: string) => {
		const { results } = (await boss.get('/api/admin_stock/')).json<StockOutlookAnswer>()
		return results.find((product) => product.color === color)?.pedir_el
	}

	it('follows from its sales, its stock and its delivery time', async () => {
		await sold('Celeste', 7, 50, 7)
		await sold('Rosado', 7, 1, 6)
		expect(await dayOf('Celeste')).toBeNull()
		await set('dias_reposicion', 10)
		expect(await dayOf('Celeste')).toBe(daysLater(today, 40))
		await set('dias_reposicion', 60)
		expect(await dayOf('Celeste')).toBe(today)
		expect([await dayOf('Negro'), await dayOf('Rosado')]).toEqual([null, null])
	})

	it('is in its CSV file with its calculation', async () => {
		const [head, ...rows] = await fileOf('reposicion.csv')
		expect(head?.slice(2)).toEqual([
			'color',
			'stock',
			'vendidas',
			'dias',
			'por_dia',
			'dias_restantes',
			'dias_reposicion',
			'pedir_el',
		])
		expect(rows.find((row) => row[2] === 'Celeste')?.slice(3)).toEqual(['50', '7', '7', '1', '50', '60', today])
		expect(rows.find((row) => row[2] === 'Negro')?.slice(7)).toEqual(['', '60', ''])
		const log = (await boss.get('/api/admin_auditoria/?tipo=usuario')).json().results[0]
		expect(log).toMatchObject({ accion: 'exportado', detalle: 'reposicion.csv' })
	})
})

describe('the pending payouts of the gateways', () => {
	const dayMs = 86_400_000

	/** Inserts a payment authorised `days` ago and recorded a moment later. */
	async function paid(
		gateway: 'flow' | 'webpay',
		daysAgo: number,
		monto: number,
		estado: 'aprobado' | 'rechazado' = 'aprobado',
	) {
		const { db } = shop.database
		const { id: orden_id } = await writeOrder(shop.database, { metodo_pago: gateway, total: monto })
		const at = new Date(shop.clock.now().getTime() - daysAgo * dayMs)
		const id = randomUUID()
		const attempt = { id, orden_id, gateway, monto, created_at: at, expires_at: at }
		await db.insert(intentosPago).values({ ...attempt, estado: 'pagado' })
		const payment = { gateway, pago_id: id, orden_id }
		await db.insert(pagos).values({
			...payment,
			intento_id: id,
			estado,
			monto,
			moneda: 'CLP',
			destino: 'aplicado',
			autorizado_at: at,
			created_at: new Date(at.getTime() + 60_000),
		})
		return payment
	}
	const read = async () => (await boss.get('/api/admin_por_recibir/')).json<MoneyToComeAnswer>()
	const ofGateway = async (gateway: string) => (await read()).pasarelas.find((one) => one.gateway === gateway)

	it('are the recent payments not yet paid out, less the fee', async () => {
		await paid('flow', 0, 100_000)
		await paid('flow', 0, 50_000)
		await paid('flow', 3, 30_000)
		await paid('flow', 4, 20_000)
		await paid('flow', 0, 10_000, 'rechazado')
		await paid('webpay', 0, 40_000)
		expect((await read()).abonos).toEqual([])
		await set('abono_flow', 3)
		await set('comision_flow', '2,89')
		expect(await ofGateway('flow')).toEqual({
			gateway: 'flow',
			comision_porcentaje: '2,89',
			dias: 3,
			pagos: 3,
			cobrado: 180_000,
			devuelto: 0,
			en_disputa: 0,
			comision: 6191,
			por_recibir: 173_809,
		})
		expect((await read()).abonos).toMatchObject([
			{ dia: today, gateway: 'flow', pagos: 1, por_recibir: 30_000 - 1032 },
			{ dia: daysLater(today, 3), gateway: 'flow', pagos: 2, por_recibir: 150_000 - 5159 },
		])
		expect(await ofGateway('webpay')).toMatchObject({ dias: null, comision_porcentaje: null, pagos: 0, por_recibir: 0 })
	})

	it('leave out refunds and disputed payments', async () => {
		await set('abono_webpay', 1)
		const returned = await paid('webpay', 0, 30_000)
		const refund = { ...returned, id: randomUUID(), monto: 10_000, motivo: 'prueba' }
		await shop.database.db.insert(devoluciones).values({ ...refund, estado: 'pedida' })
		await shop.database.db.insert(devoluciones).values({ ...refund, id: randomUUID(), estado: 'rechazada' })
		const disputed = await paid('webpay', 0, 25_000)
		await shop.database.db
			.insert(disputas)
			.values({ ...disputed, tipo: 'contracargo', disputa_id: randomUUID(), estado: 'abierta' })
		expect(await ofGateway('webpay')).toMatchObject({
			pagos: 3,
			cobrado: 95_000,
			devuelto: 10_000,
			en_disputa: 25_000,
			comision: 0,
			por_recibir: 60_000,
		})
	})

	it('are in their CSV file by day and gateway', async () => {
		const [head, ...rows] = await fileOf('por_recibir.csv')
		expect(head).toEqual(['dia', 'gateway', 'pagos', 'cobrado', 'devuelto', 'en_disputa', 'comision', 'por_recibir'])
		expect(rows[1]).toEqual([daysLater(today, 1), 'webpay', '3', '95000', '10000', '25000', '0', '60000'])
		expect(rows.map((row) => row[1])).toEqual(['flow', 'webpay', 'flow'])
	})

	it('use terms set by the owner, and reject terms that no gateway can have', async () => {
		const clerk = await aClerk(shop)
		const path = '/api/admin_ajustes/comision_flow/'
		expect((await clerk.send('PUT', path, { valor: '3' })).json().code).toBe('solo_superusuario')
		const refused = await boss.send('PUT', path, { valor: '289' })
		expect([refused.statusCode, refused.json().error]).toEqual([
			422,
			'Escribe un porcentaje de 0 a 20, con dos decimales como máximo, como 2,89.',
		])
	})
})
