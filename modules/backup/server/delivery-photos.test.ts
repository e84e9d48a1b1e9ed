import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFolderFiles } from '#core/server/files/files.ts'
import { restoreBackup, restoreFiles } from '#modules/backup/server/restore-backup.ts'
import { writeBackup } from '#modules/backup/server/write-backup.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aPlain } from '#tests/pictures.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

let shop: TestShop
let folder: string
beforeAll(async () => {
	shop = await openTestShop()
	folder = mkdtempSync(join(tmpdir(), 'premium-shaker-backup-'))
})
afterAll(async () => {
	await shop.stop()
	rmSync(folder, { recursive: true })
})

it("shows a stop's photo, recipient and time in a restored shop", async () => {
	const boss = await theBoss(shop)
	const rounds = roundCalls(shop, boss, await aCustomer(shop, 'Ana'))
	const order = await rounds.toBring(0, { paid: true })
	const stop = stopOf(await rounds.leave(await rounds.plan(order)), order)
	await rounds.press(stop, 'entregar', { recibe: 'Conserje' })
	expect((await rounds.sendPhoto(stop?.id, await aPlain(60, 40))).statusCode).toBe(200)
	const before = (await boss.get(`/api/admin_ordenes/${order}/`)).json<OrderDetail>().entregas
	const target = join(folder, 'uno')
	const { archivos, faltan } = await writeBackup(
		{ database: shop.database, files: shop.files, now: new Date() },
		target,
	)
	expect({ archivos, faltan }).toEqual({ archivos: 1, faltan: 0 })

	const database = await openTestDatabase()
	const dataDir = join(folder, 'otra')
	await restoreBackup(database.db, target)
	expect(await restoreFiles(createFolderFiles(join(dataDir, 'archivos')), target)).toBe(1)
	const restored = await openTestShop({ database, variables: { DATA_DIR: dataDir } })
	try {
		const detail = (await (await theBoss(restored)).get(`/api/admin_ordenes/${order}/`)).json<OrderDetail>()
		const [delivery, ...others] = detail.entregas
		expect(others).toEqual([])
		expect({ ...delivery, fotos: [] }).toEqual({ ...before[0], fotos: [] })
		expect(delivery).toMatchObject({ recibe: 'Conserje', estado: 'entregada' })
		const photo = await restored.app.inject({ url: delivery?.fotos[0] ?? '' })
		expect(photo.statusCode, photo.body).toBe(200)
		const { format, width } = await sharp(photo.rawPayload).metadata()
		expect([format, width]).toEqual(['webp', 60])
	} finally {
		await restored.stop()
	}
})
