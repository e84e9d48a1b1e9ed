import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '#core/server/db/database.ts'
import type { SecretKeys } from '#core/server/platform/secrets.ts'
import { ensureFirstStaff } from '#modules/accounts/server/accounts.ts'
import { openVapidKeys, vapidPairOf } from '#modules/push/server/vapid-keys.ts'
import { llavesPush, suscripcionesPush } from '#modules/push/tables.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { staffLogin } from '#tests/open-shop.ts'

let database: OpenDatabase
const warn = vi.fn()
const open = (secrets: SecretKeys, given?: string) => openVapidKeys({ db: database.db, secrets, log: { warn }, given })
const [first, second, third] = ['uno', 'dos', 'tres'].map((name) => name.repeat(12)) as [string, string, string]

beforeAll(async () => {
	database = await openTestDatabase()
	await ensureFirstStaff(database.db, staffLogin)
})
afterAll(() => database.close())

it('generates one pair at the first start, used by every later start and process', async () => {
	const made = await open([first])
	expect(Buffer.from(made.publicKey, 'base64url')).toHaveLength(65)
	expect(Buffer.from(made.privateKey, 'base64url')).toHaveLength(32)
	expect(await Promise.all([open([first]), open([first])])).toEqual([made, made])
})

it('encrypts the private key in the database', async () => {
	const { privateKey } = await open([first])
	expect(JSON.stringify(await database.db.select().from(llavesPush))).not.toContain(privateKey)
})

it('keeps the pair when the secret is rotated, also after the previous one is removed', async () => {
	const made = await open([first])
	expect(await open([second, first])).toEqual(made)
	expect(await open([second])).toEqual(made)
	expect(warn).not.toHaveBeenCalled()
})

it("generates a new pair when no secret decrypts the old one, logs it, and deletes the old pair's subscriptions", async () => {
	const before = await open([second])
	const keys = { p256dh: before.publicKey, auth: 'A'.repeat(22) }
	const device = { id: randomUUID(), usuario_id: 1, endpoint: 'https://x', nombre: 'x', tipos: [], ...keys }
	await database.db.insert(suscripcionesPush).values(device)
	const after = await open([third])
	expect(after.publicKey).not.toBe(before.publicKey)
	expect(warn).toHaveBeenCalledOnce()
	expect(await database.db.$count(suscripcionesPush)).toBe(0)
	expect(await open([third])).toEqual(after)
})

it('uses the private key of the environment instead', async () => {
	const made = await open([third])
	const given = vapidPairOf(Buffer.alloc(32, 7).toString('base64url'))
	expect(await open([third], given.privateKey)).toEqual(given)
	expect(await open([third])).toEqual(made)
})
