import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import { documentosTributarios, receptores } from '#modules/tax-documents/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, aPlacedOrder, orderRow, type TestCustomer } from '#tests/shop-helpers.ts'

const shop = await aShop()

const factura = {
	rut: '76.192.083-9',
	razon_social: 'Ñandú SpA',
	giro: 'Arriendo',
	direccion: 'Uno 1',
	comuna: 'Ñuñoa',
}

async function aSale(customer: TestCustomer) {
	const { orden_id } = await aPlacedOrder(shop, customer, { metodo_pago: 'efectivo', factura })
	const [document] = await shop.database.db
		.insert(documentosTributarios)
		.values({ orden_id, tipo: 33, secuencia: 1, monto: 29_990, emitida_at: shop.clock.now() })
		.returning()
	await shop.files.put(`documentos/${document?.id}.pdf`, Buffer.from('%PDF-'), 'application/pdf')
	const { user } = await orderRow(shop, orden_id)
	return { orden_id, user: user ?? 0, file: `documentos/${document?.id}.pdf` }
}

it("keeps the recipients of a deleted account's documents for six years, and an open account's without a limit", async () => {
	const [gone, stays] = [await aSale(await aCustomer(shop, 'Ana')), await aSale(await aCustomer(shop, 'Bea'))]
	const isGone = eq(usuarios.id, gone.user)
	await shop.database.db.update(usuarios).set({ deleted_at: shop.clock.now() }).where(isGone)
	const after = async (days: number) => {
		shop.clock.advanceMinutes(days * 24 * 60)
		await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'limpiar', {}))
		await shop.drainJobs()
		const named = await shop.database.db.select({ orden_id: receptores.orden_id }).from(receptores)
		const files = await Promise.all([gone, stays].map(async ({ file }) => (await shop.files.get(file)) !== undefined))
		return { named: [gone, stays].map(({ orden_id }) => named.some((one) => one.orden_id === orden_id)), files }
	}
	expect(await after(6 * 365)).toEqual({ named: [true, true], files: [true, true] })
	expect(await after(3)).toEqual({ named: [false, true], files: [false, true] })
})
