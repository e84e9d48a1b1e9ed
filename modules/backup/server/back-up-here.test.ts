import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBackUpHere } from '#modules/backup/server/back-up-here.ts'
import { backupStep } from '#modules/backup/server/first-day-step.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { theBoss } from '#tests/staff-helpers.ts'

let shop: TestShop
let folder: string

beforeAll(async () => {
	shop = await openTestShop()
	folder = join(mkdtempSync(join(tmpdir(), 'respaldos-')), 'respaldos')
})
afterAll(async () => {
	await shop.stop()
	rmSync(join(folder, '..'), { recursive: true })
})

const backUp = (files = shop.files) => createBackUpHere({ database: shop.database, files, clock: shop.clock, folder })

it('leaves the step of the first day open: a backup on the disk of the shop is none outside', async () => {
	const { db } = shop.database
	const boss = await theBoss(shop)
	const tried = await boss.send('POST', '/api/admin_primer_dia/respaldo/')
	expect(tried.json().texto).toMatch(/^\d+ tablas y 0 imágenes\. Solo en el disco de la tienda\.$/)
	expect(readdirSync(join(shop.env.dataDir, 'respaldos'))).toHaveLength(1)
	expect(await backupStep.find(db, shop.clock.now())).toEqual({
		listo: false,
		texto:
			'Ninguno está fuera de este equipo. En este disco, uno de hace menos de una hora: no sirve si el disco se pierde.',
	})
})

it('writes one complete backup for parallel requests', async () => {
	const run = backUp()
	const [one, other] = await Promise.all([run(), run()])
	expect(one).toBe(other)
	expect(one.faltan).toBe(0)
	const names = readdirSync(folder)
	expect(names).toHaveLength(1)
	expect(existsSync(join(folder, names[0] ?? '', 'respaldo.json'))).toBe(true)
})

it('deletes all but the newest three, and no other files', async () => {
	mkdirSync(join(folder, '2026-11-01'))
	for (let day = 0; day < 4; day += 1) {
		shop.clock.advanceMinutes(24 * 60)
		await backUp()()
	}
	const names = readdirSync(folder)
	expect(names.filter((name) => name.startsWith('panel-'))).toHaveLength(3)
	expect(names).toContain('2026-11-01')
	expect(names).toHaveLength(4)
})

it("deletes a killed process's rest, and no backup still being written", async () => {
	const drafts = [randomUUID(), randomUUID()].map((id) => join(folder, `draft-${id}`))
	const twoHoursAgo = Date.now() / 1000 - 2 * 60 * 60
	for (const draft of drafts) {
		const tables = join(draft, 'tablas')
		mkdirSync(tables, { recursive: true })
		writeFileSync(join(tables, 'ordenes.jsonl.gz'), 'half')
		for (const path of [join(tables, 'ordenes.jsonl.gz'), tables, draft]) utimesSync(path, twoHoursAgo, twoHoursAgo)
	}
	const [dead = '', living = ''] = drafts
	writeFileSync(join(living, 'tablas/ordenes.jsonl.gz'), 'goes on')
	await backUp()()
	expect([existsSync(dead), existsSync(living)]).toEqual([false, true])
	rmSync(living, { recursive: true })
})

it('leaves no partial backup after a failure', async () => {
	const before = readdirSync(folder)
	const dead = { ...shop.files, get: () => Promise.reject(new Error('the disk is gone')) }
	await shop.database.db.execute("insert into colores (color, slug, foto) values ('Negro', 'negro', 'ab12cd34')")
	const run = backUp(dead)
	await expect(run()).rejects.toThrow('the disk is gone')
	expect(readdirSync(folder)).toEqual(before)
	writeFileSync(join(folder, 'archivo'), '')
	const unwritable = createBackUpHere({
		database: shop.database,
		files: shop.files,
		clock: shop.clock,
		folder: join(folder, 'archivo'),
	})
	await expect(unwritable()).rejects.toThrow('EEXIST')
})
