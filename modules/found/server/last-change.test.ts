import { and, eq, isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { productos } from '#modules/catalog/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { onVersion, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop({ pagesRoot: process.cwd() })
const boss = await theBoss(shop)

const lastmod = async () => {
	const [, date = ''] = /<lastmod>(.*)<\/lastmod>/.exec((await shop.app.inject('/sitemap.xml')).body) ?? []
	return new Date(date).getTime()
}

async function edit(field: string, value: number) {
	const [product] = await shop.database.db
		.select()
		.from(productos)
		.where(and(eq(productos.color, 'Negro'), isNull(productos.deleted_at)))
	if (!product) throw new Error('no product is black')
	const url = `/api/admin_productos/${product.id}/`
	const answer = await boss.send('PATCH', url, { [field]: value }, onVersion(product.version))
	expect(answer.statusCode, answer.body).toBe(200)
}

async function set(clave: string, valor: unknown) {
	shop.clock.advanceMinutes(1)
	const answer = await boss.send('PUT', '/api/admin_ajustes/', { cambios: [{ clave, valor }] })
	expect(answer.statusCode, answer.body).toBe(200)
}

it("dates Home by the last change of a price, of what is in stock, or of a shown setting, and by no other's", async () => {
	const changes: readonly [dates: boolean, what: string, change: () => Promise<void>][] = [
		[true, 'a price', () => edit('precio', 31_990)],
		[false, 'a unit of many', () => edit('stock', 24)],
		[true, 'the last unit', () => edit('stock', 0)],
		[true, 'a colour that came back', () => edit('stock', 7)],
		[false, 'more of it', () => edit('stock', 9)],
		[false, 'the threshold of a mail', () => edit('low_stock_threshold', 1)],
		[true, 'a setting that Home shows', () => set('resenas_visibles', false)],
		[false, 'one that it does not', () => set('ia_lee', 'ninguno')],
	]
	let before = await lastmod()
	for (const [dates, what, change] of changes) {
		await change()
		const after = await lastmod()
		expect(after > before, what).toBe(dates)
		expect(after >= before, `${what}: it never goes back`).toBe(true)
		before = after
	}
})
