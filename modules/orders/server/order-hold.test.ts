import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { seedCatalog } from '#modules/catalog/staff/server/products.ts'
import { productos } from '#modules/catalog/tables.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { type Coupon, shopCoupon } from '#modules/orders/coupon.ts'
import type { Standing } from '#modules/orders/hold-limits.ts'
import { countUses } from '#modules/orders/server/coupons.ts'
import {
	couponUseProblem,
	type Holder,
	holdProblem,
	lockHolder,
	readHeld,
	reopeningProblem,
} from '#modules/orders/server/order-hold.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { type Settings, settingsFrom } from '#modules/settings/settings.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { writeOrder } from '#tests/written-order.ts'

let database: OpenDatabase
let ana: number
let berta: number
const now = new Date('2026-11-20T15:00:00Z')
const initial = settingsFrom(new Map())
const limits: Settings = { ...initial, limite_ordenes_abiertas: 2, limite_unidades_abiertas: 6 }
const coupon = 'SHAKER5000'

beforeAll(async () => {
	database = await openTestDatabase()
	await seedCatalog(database.db)
	const accounts = [{ email: 'ana@correo.cl' }, { email: 'berta@correo.cl' }]
	const [one, other] = await database.db.insert(usuarios).values(accounts).returning({ id: usuarios.id })
	if (!one || !other) throw new Error('no accounts')
	ana = one.id
	berta = other.id
})
afterAll(() => database.close())
beforeEach(async () => {
	await database.db.delete(ordenes)
})

const held = (changes: Parameters<typeof writeOrder>[1], units = 1) =>
	writeOrder(database, changes, [{ color: 'Negro', cantidad: units }])
const refusal = (
	{ cupon = null, ...changes }: Partial<Holder & { readonly cupon: Coupon | null }>,
	units = 1,
	settings = limits,
) =>
	database.db.transaction(async (tx) => {
		const holder = {
			user: null,
			telefono: '',
			red: null,
			standing: 'known',
			metodo_pago: 'efectivo',
			...changes,
		} as const
		await lockHolder(tx, holder)
		const products = await tx.select().from(productos).where(eq(productos.color, 'Negro'))
		const held = await readHeld(tx, holder)
		const wanted = { held, units: [{ producto_id: products[0]?.id ?? 0, color: 'Negro', cantidad: units }], products }
		return (await couponUseProblem(tx, cupon, holder, now)) ?? (await holdProblem(tx, holder, wanted, settings))
	})
const refused = async (...wanted: Parameters<typeof refusal>) => (await refusal(...wanted))?.failure

describe('the limits of unpaid stock', () => {
	it('count by account, whatever its phones, and by phone, whatever its accounts', async () => {
		await held({ user: ana, telefono: '911111111' })
		await held({ user: ana, telefono: '922222222' })
		await held({ user: berta, telefono: '922222222' })
		expect(await refused({ user: ana, telefono: '933333333' })).toBe('limite_ordenes')
		expect(await refused({ user: berta, telefono: '922222222' })).toBe('limite_ordenes')
		expect(await refused({ user: berta, telefono: '911111111' })).toBeUndefined()
	})

	it('do not apply to an order without account and phone', async () => {
		for (let order = 0; order < 3; order++) await held({ user: null, telefono: '' })
		expect(await refused({})).toBeUndefined()
		expect(await refused({ user: ana })).toBeUndefined()
		expect(await refused({ telefono: '911111111' })).toBeUndefined()
	})

	it('count units too, and allow the limit itself', async () => {
		await held({ user: ana, telefono: '911111111' }, 4)
		expect(await refused({ user: ana, telefono: '922222222' }, 2)).toBeUndefined()
		expect(await refusal({ user: ana, telefono: '922222222' }, 3)).toMatchObject({
			failure: 'limite_unidades',
			extra: { limite: 6 },
		})
		expect(await refused({ telefono: '911111111' }, 3)).toBe('limite_unidades')
	})

	it('do not count paid orders, orders that returned their stock, or states that wait for no payment', async () => {
		for (let order = 0; order < 2; order++) {
			await held({ user: ana, pagada_at: now, estado: 'pendiente' })
			await held({ user: ana, stock_tomado: false })
			await held({ user: ana, estado: 'completado' })
		}
		expect(await refused({ user: ana, telefono: '933333333' })).toBeUndefined()
		await held({ user: ana, estado: 'en_revision' })
		await held({ user: ana })
		expect(await refused({ user: ana, telefono: '933333333' })).toBe('limite_ordenes')
	})
})

describe('accounts with one mailbox', () => {
	it('count as one: plus-addresses anywhere, and dots at Gmail', async () => {
		const emails = ['eva.soto@gmail.com', 'evasoto+2@gmail.com', 'e.v.a.soto@googlemail.com', 'otra.soto@gmail.com']
		const others = ['pia@correo.cl', 'pia+tienda@correo.cl', 'p.ia@correo.cl']
		const made = await database.db
			.insert(usuarios)
			.values([...emails, ...others].map((email) => ({ email })))
			.returning({ id: usuarios.id })
		const [eva, evaPlus, evaDots, other, pia, piaPlus, piaDots] = made.map(({ id }) => id)
		await held({ user: eva, telefono: '' })
		await held({ user: evaPlus, telefono: '' })
		await held({ user: piaPlus, telefono: '' })
		await held({ user: pia, telefono: '' })
		for (const user of [eva, evaPlus, evaDots, pia, piaPlus].map(Number))
			expect(await refused({ user })).toBe('limite_ordenes')
		for (const user of [other, piaDots].map(Number)) expect(await refused({ user })).toBeUndefined()
	})
})

describe('the limits of a network', () => {
	const red = '203.0.113.0/24'
	const network = { ...limits, limite_ordenes_red: 2, limite_ordenes_red_todas: 3 }

	it('count the accounts that never paid, by any method, and for new ones transfer and cash', async () => {
		const made = await database.db
			.insert(usuarios)
			.values([
				{ email: 'nueva@correo.cl' },
				{ email: 'probada@correo.cl', correo_leido_at: now },
				{ email: 'paga@correo.cl' },
			])
			.returning({ id: usuarios.id })
		const [fresh, proved, known] = made.map(({ id }) => id)
		await held({ user: known, pagada_at: now, estado: 'pagada', telefono: '1' })
		for (const user of [fresh, proved, known]) await held({ user, red, metodo_pago: 'efectivo', telefono: '1' })
		await held({ user: fresh, red, metodo_pago: 'webpay', telefono: '1' })
		const from = (standing: Standing, metodo_pago: 'efectivo' | 'webpay', settings = network) =>
			refused({ red, standing, metodo_pago }, 1, settings)
		expect(await from('new', 'efectivo', { ...network, limite_ordenes_red: 1 })).toBe('confirma_correo')
		expect(await from('new', 'efectivo', { ...network, limite_ordenes_red_todas: 4 })).toBeUndefined()
		for (const standing of ['new', 'proved'] as const) expect(await from(standing, 'webpay')).toBe('limite_ordenes')
		expect(await from('known', 'webpay')).toBeUndefined()
	})
})

describe('the limits of a discount code', () => {
	const withCode = { cupon: coupon, estado: 'pagada', pagada_at: now } as const

	it('count every order that has not failed', async () => {
		for (const estado of ['pendiente', 'pagada', 'completado', 'fallida', 'cancelado'] as const) {
			await held({ ...withCode, estado })
		}
		await held({ ...withCode, cupon: 'OTRO' })
		expect(await countUses(database.db, coupon)).toBe(3)
	})

	it('limit the redemptions of all customers', async () => {
		const settings = { ...limits, cupon_usos: 2 }
		await held({ ...withCode, user: berta, telefono: '922222222' })
		expect(
			await refused({ user: ana, telefono: '911111111', cupon: shopCoupon(coupon, settings) }, 1, settings),
		).toBeUndefined()
		await held({ ...withCode, user: berta, telefono: '922222222' })
		expect(await refused({ user: ana, telefono: '911111111', cupon: shopCoupon(coupon, settings) }, 1, settings)).toBe(
			'cupon_invalido',
		)
		expect(await refused({ user: ana, telefono: '911111111' }, 1, settings)).toBeUndefined()
	})

	it('limit the redemptions of one account and of one phone', async () => {
		const settings = { ...limits, cupon_usos_cliente: 1 }
		await held({ ...withCode, user: ana, telefono: '911111111' })
		expect(await refused({ user: ana, telefono: '933333333', cupon: shopCoupon(coupon, settings) }, 1, settings)).toBe(
			'cupon_invalido',
		)
		expect(
			await refused({ user: berta, telefono: '911111111', cupon: shopCoupon(coupon, settings) }, 1, settings),
		).toBe('cupon_invalido')
		expect(await refused({ telefono: '911111111', cupon: shopCoupon(coupon, settings) }, 1, settings)).toBe(
			'cupon_invalido',
		)
		expect(
			await refused({ user: berta, telefono: '933333333', cupon: shopCoupon(coupon, settings) }, 1, settings),
		).toBeUndefined()
	})

	it('expire the code after its last day, with or without a counter', async () => {
		for (const cupon_usos of [null, 9]) {
			const last = { ...limits, cupon_usos, cupon_hasta: '2026-11-20' }
			expect(await refused({ user: ana, cupon: shopCoupon(coupon, last) }, 1, last)).toBeUndefined()
			const over = { ...last, cupon_hasta: '2026-11-19' }
			expect(await refused({ user: ana, cupon: shopCoupon(coupon, over) }, 1, over)).toBe('cupon_invalido')
		}
	})
})

describe('reopeningProblem', () => {
	const reopen = (order: OrderRow, settings: Settings = limits) =>
		database.db.transaction((tx) => reopeningProblem({ hooks }, tx, order, settings, now))

	it('accepts an order that still reserves its stock, whatever else is reserved', async () => {
		await held({ user: ana })
		await held({ user: ana })
		const order = await held({ user: ana, estado: 'fallida', stock_tomado: true })
		expect(await reopen(order)).toBeUndefined()
		expect(await reopen({ ...order, stock_tomado: false })).toMatchObject({ failure: 'limite_ordenes' })
	})

	it('counts all units of a failed order, and none when nothing is due', async () => {
		await held({ user: ana }, 2)
		const lost = { user: ana, estado: 'fallida', stock_tomado: false } as const
		expect(await reopen(await held(lost, 4))).toBeUndefined()
		expect(await reopen(await held(lost, 5))).toMatchObject({ failure: 'limite_unidades' })
		expect(await reopen(await held({ ...lost, subtotal: 0, total: 0 }, 5))).toBeUndefined()
	})

	it('rejects an order whose discount code is used up', async () => {
		await held({ cupon: coupon, estado: 'pagada', pagada_at: now })
		const order = await held({ cupon: coupon, estado: 'fallida', stock_tomado: false })
		expect(await reopen(order, { ...limits, cupon_usos: 1 })).toMatchObject({
			failure: 'cupon_invalido',
			text: 'El cupón de esta orden ya no es válido. Haz un pedido nuevo sin el cupón.',
		})
	})
})
