import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { movimientosStock, ordenes } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { aCustomer, anOrder, aPlacedOrder, brokenLedgers, cartLine, sendOrder, stockOf } from '#tests/shop-helpers.ts'
import { proveAddress, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const camila = await aCustomer(shop)
await proveAddress(shop, camila.email)

/** Inserts an order placed and paid at a past moment. */
async function soldAt(moment: string, changes: Parameters<typeof aPlacedOrder>[2] = {}): Promise<PayableOrder> {
	const order = await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo', ...changes })
	await shop.database.db
		.update(ordenes)
		.set({ estado: 'pagada', created_at: new Date(moment), pagada_at: new Date(moment) })
		.where(eq(ordenes.id, order.orden_id))
	return order
}

describe('the numbers of a period', () => {
	it('count sales by day in Santiago, also on the night of the clock change', async () => {
		// On 6 September 2026 the day begins at 01:00 (UTC−3); on 5 April 2026 the hour before midnight occurs twice.
		await soldAt('2026-09-06T03:59:59Z')
		await soldAt('2026-09-06T04:00:00Z', { carrito: [cartLine('Celeste', 2)] })
		await soldAt('2026-09-07T02:59:59Z')
		await soldAt('2026-09-07T03:00:00Z')
		await soldAt('2026-04-05T03:30:00Z')
		const summary = (await boss.get('/api/admin_resumen/?desde=2026-09-05&hasta=2026-09-07')).json()
		expect(summary).toMatchObject({
			ventas: 5 * 29_990,
			ordenes: 4,
			ticket_promedio: Math.round((5 * 29_990) / 4),
			por_dia: [
				{ dia: '2026-09-05', ordenes: 1, ventas: 29_990 },
				{ dia: '2026-09-06', ordenes: 2, ventas: 3 * 29_990 },
				{ dia: '2026-09-07', ordenes: 1, ventas: 29_990 },
			],
			por_color: [
				{ color: 'Negro', unidades: 3, ventas: 3 * 29_990 },
				{ color: 'Celeste', unidades: 2, ventas: 2 * 29_990 },
			],
			por_metodo: [{ metodo_pago: 'efectivo', ordenes: 4 }],
		})
		const autumn = (await boss.get('/api/admin_resumen/?desde=2026-04-04&hasta=2026-04-05')).json()
		expect(autumn.por_dia).toMatchObject([
			{ dia: '2026-04-04', ordenes: 1 },
			{ dia: '2026-04-05', ordenes: 0 },
		])
		const listed = (await boss.get('/api/admin_listar_ordenes/?desde=2026-09-06&hasta=2026-09-06')).json()
		expect(listed.count).toBe(2)
	})

	it('include the share of finished payments, and reject an invalid period', async () => {
		const paid = await aPlacedOrder(shop, camila)
		await returnFromMercadoPago(shop, await pay(paid.init_point, 'Aprobar pago'))
		await aPlacedOrder(shop, camila)
		const summary = (await boss.get('/api/admin_resumen/')).json()
		expect(summary.conversion).toEqual({ iniciados: 2, pagados: 1, porcentaje: 50 })
		expect(summary.por_dia.length).toBe(30)
		expect((await boss.get('/api/admin_resumen/?desde=2026-02-02&hasta=2026-02-01')).statusCode).toBe(422)
		expect((await boss.get('/api/admin_resumen/?desde=2000-02-02')).statusCode).toBe(422)
		expect((await boss.get('/api/admin_resumen/?desde=ayer')).statusCode).toBe(400)
		for (const days of [
			'hasta=0000-01-01',
			'hasta=0001-01-10',
			'desde=0000-01-01&hasta=0002-12-31',
			'hasta=9999-12-31',
		]) {
			expect((await boss.get(`/api/admin_resumen/?${days}`)).json(), days).toMatchObject({ ventas: 0 })
		}
		const empty = (await boss.get('/api/admin_resumen/?desde=2020-01-01&hasta=2020-01-01')).json()
		expect(empty).toMatchObject({ ventas: 0, ticket_promedio: null, conversion: { porcentaje: null } })
	})
})

describe('the stock of a product', () => {
	const celeste = async () => (await boss.get('/api/admin_productos/?q=celeste')).json().results[0]
	const adjust = (id: number, payload: object, key: string = randomUUID()) =>
		boss.send('POST', `/api/admin_productos/${id}/ajustar/`, payload, { 'idempotency-key': key })

	it('is adjusted with a reason, once for each click, and never below zero', async () => {
		const { id, stock } = await celeste()
		const key = randomUUID()
		const change = { cantidad: -3, nota: 'tres llegaron rotas' }
		const clicks = await Promise.all([adjust(id, change, key), adjust(id, change, key)])
		expect(clicks.map(({ statusCode }) => statusCode)).toEqual([200, 200])
		expect(clicks.map((click) => click.json().repetida).sort()).toEqual([false, true])
		expect(await stockOf(shop, 'Celeste')).toBe(stock - 3)
		expect((await adjust(id, { ...change, cantidad: -4 }, key)).json()).toMatchObject({ code: 'clave_repetida' })
		expect((await adjust(id, { cantidad: -1000, nota: 'demasiadas' })).json()).toMatchObject({ code: 'valor_invalido' })
		expect((await adjust(id, { cantidad: 0, nota: 'ninguna' })).json()).toMatchObject({ code: 'valor_invalido' })
		expect((await adjust(id, { cantidad: 1 })).statusCode).toBe(400)
		expect((await adjust(id, { cantidad: 1, nota: 'una más', version: 1 })).json()).toMatchObject({
			code: 'version_distinta',
			actual: { stock: stock - 3 },
		})
		expect((await adjust(999_999, change)).statusCode).toBe(404)
		expect(await brokenLedgers(shop)).toEqual([])
	})

	it('has a history with the balance after each row', async () => {
		const { id, stock } = await celeste()
		await sendOrder(shop, camila, anOrder({ metodo_pago: 'efectivo', carrito: [cartLine('Celeste', 2)] }))
		const page = async (query: string) => (await boss.get(`/api/admin_productos/${id}/movimientos/?${query}`)).json()
		const whole = await page('')
		expect(whole.results[0]).toMatchObject({
			cantidad: -2,
			saldo: stock - 2,
			motivo: 'venta',
			nro_orden: expect.any(Number),
		})
		expect(whole.results[1]).toMatchObject({
			cantidad: -3,
			saldo: stock,
			motivo: 'ajuste',
			nota: 'tres llegaron rotas',
		})
		expect(whole.results.at(-1)).toMatchObject({ motivo: 'inicial', cantidad: 25, saldo: 25 })
		expect((await page('page_size=1&page=2')).results[0]).toMatchObject({ saldo: stock })
		expect((await boss.get('/api/admin_productos/0/movimientos/')).statusCode).toBe(404)
	})

	it('has an estimated last day that follows from its sales', async () => {
		const outlook = (await boss.get('/api/admin_stock/')).json().results
		const blanco = outlook.find(({ color }: { color: string }) => color === 'Blanco')
		expect(blanco).toMatchObject({ vendidas: 0, dias_restantes: null, stock_bajo: false })
		const sold = outlook.find(({ color }: { color: string }) => color === 'Celeste')
		expect(sold).toMatchObject({ dias: 7, vendidas: 4, dias_restantes: Math.floor((sold.stock * 7) / 4) })
	})
})

describe('the CSV files', () => {
	const linesOf = async (url: string) => {
		const answer = await boss.get(url)
		expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
		expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
		return answer.body.slice(1).split('\r\n')
	}

	it('open in Excel unchanged, and no name becomes a formula', async () => {
		const order = await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia' })
		await shop.database.db
			.update(ordenes)
			.set({ nombre: '=HYPERLINK("http://x.cl";"Ver")', direccion: 'Los Leones 10; depto "B"' })
			.where(eq(ordenes.id, order.orden_id))
		const [head, line, end] = await linesOf(`/api/admin_exportar/ordenes.csv?nro_orden=${order.nro_orden}`)
		expect(head?.split(';').slice(0, 4)).toEqual(['nro_orden', 'creada', 'estado', 'metodo_pago'])
		expect(line).toContain(`${order.nro_orden};`)
		expect(line).toContain(`"'=HYPERLINK(""http://x.cl"";""Ver"")"`)
		expect(line).toContain('"Los Leones 10; depto ""B"""')
		expect(end).toBe('')
	})

	it.each([
		['ordenes.csv', 'nro_orden;creada;estado;metodo_pago;pagada;subtotal'],
		['lineas.csv', 'nro_orden;creada;estado;sku;nombre;color;precio;cantidad;monto;orden_id'],
		[
			'pagos.csv',
			'nro_orden;creado;gateway;pago_id;estado;monto;moneda;devuelto;destino;orden_id;metodo;pagada;venta;devuelto_pasarela;devuelto_transferencia;devuelto_efectivo',
		],
		['stock.csv', 'id;fecha;sku;color;cantidad;motivo;nota;nro_orden;usuario'],
	])('%s has the same columns with rows and without', async (file, columns) => {
		const full = await linesOf(`/api/admin_exportar/${file}`)
		const empty = await linesOf(`/api/admin_exportar/${file}?desde=2019-01-01&hasta=2019-12-31`)
		expect(full[0]).toContain(columns)
		expect(full.length).toBeGreaterThan(2)
		expect(empty).toEqual([full[0], ''])
		for (const line of full.slice(1, -1))
			expect(line.split(';').length).toBeGreaterThanOrEqual(columns.split(';').length)
	})

	it('include the last day of their period, and nothing of the next', async () => {
		const { db } = shop.database
		const { orden_id } = await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
		const lines = async (file: string) =>
			(await linesOf(`/api/admin_exportar/${file}?desde=2019-06-15&hasta=2019-06-15`)).length - 2
		// Santiago is at UTC−4 in winter.
		for (const [moment, count] of [
			['2019-06-15T03:59:59Z', 0],
			['2019-06-15T04:00:00Z', 1],
			['2019-06-16T03:59:59Z', 1],
			['2019-06-16T04:00:00Z', 0],
		] as const) {
			const created_at = new Date(moment)
			await db.update(ordenes).set({ created_at }).where(eq(ordenes.id, orden_id))
			await db.update(movimientosStock).set({ created_at }).where(eq(movimientosStock.orden_id, orden_id))
			const found = await Promise.all(['ordenes.csv', 'lineas.csv', 'stock.csv'].map(lines))
			expect([moment, ...found]).toEqual([moment, count, count, count])
		}
	})

	it('include all orders of the filter, with negative units as numbers', async () => {
		const { count } = (await boss.get('/api/admin_listar_ordenes/?metodo_pago=efectivo')).json()
		expect((await linesOf('/api/admin_exportar/ordenes.csv?metodo_pago=efectivo')).length).toBe(count + 2)
		expect((await linesOf('/api/admin_exportar/stock.csv')).some((line) => line.includes(';Celeste;-3;ajuste;'))).toBe(
			true,
		)
		expect(await linesOf('/api/admin_exportar/pagos.csv?hasta=0000-12-31')).toEqual(
			await linesOf('/api/admin_exportar/pagos.csv?hasta=2000-01-01'),
		)
		expect((await boss.get('/api/admin_exportar/claves.csv')).statusCode).toBe(400)
	})
})

describe('the failed jobs', () => {
	it('are listed with their error, and run once when retried', async () => {
		const order = await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
		const jobs = async (query = '') => (await boss.get(`/api/admin_trabajos/?${query}`)).json()
		const waiting = (await jobs('estado=espera&cola=enviar_correo')).results
		const job = waiting.find(({ orden_id }: { orden_id: string }) => orden_id === order.orden_id)
		expect(job).toMatchObject({ cola: 'enviar_correo', intentos: 0, error: null })
		await shop.database.db.execute(sql`update pgboss.job set state = 'failed', retry_count = retry_limit,
			completed_on = now(), output = '{"message": "el correo no responde"}' where id = ${job.id}::uuid`)
		const failed = await jobs('estado=fallido')
		expect(failed.results).toMatchObject([{ id: job.id, error: 'el correo no responde', orden_id: order.orden_id }])
		expect(failed.colas.find(({ cola }: { cola: string }) => cola === 'enviar_correo')).toMatchObject({ fallido: 1 })
		const retry = () => boss.send('POST', `/api/admin_trabajos/${job.id}/reintentar/`)
		const clicks = await Promise.all([retry(), retry()])
		expect(clicks.map(({ statusCode }) => statusCode)).toEqual([200, 200])
		expect((await jobs('estado=reintento')).results).toMatchObject([{ id: job.id }])
		await shop.drainJobs()
		expect((await jobs('estado=fallido')).count).toBe(0)
		const sent = shop.inbox.mails().filter(({ subject }) => subject.includes(String(order.nro_orden)))
		expect(new Set(sent.map(({ to }) => to)).size).toBe(sent.length)
		const { results } = (await boss.get(`/api/admin_auditoria/?tipo=orden&id=${order.orden_id}`)).json()
		expect(results.filter(({ accion }: { accion: string }) => accion === 'trabajo_reintentado').length).toBe(1)
		expect((await boss.send('POST', `/api/admin_trabajos/${randomUUID()}/reintentar/`)).statusCode).toBe(404)
		expect((await boss.send('POST', '/api/admin_trabajos/uno/reintentar/')).statusCode).toBe(404)
	})
})
