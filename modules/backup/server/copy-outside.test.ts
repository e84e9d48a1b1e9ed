import { randomBytes } from 'node:crypto'
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#core/server/platform/clock.ts'
import { copyName } from '#modules/backup/copies.ts'
import { newestCopyOutside } from '#modules/backup/server/copy-outside.ts'
import { backupStep } from '#modules/backup/server/first-day-step.ts'
import { openOutside, outsideProbe } from '#modules/backup/server/outside-store.ts'
import { checkBackup } from '#modules/backup/server/restore-backup.ts'
import { newKeys, seal, unseal } from '#modules/backup/server/seal.ts'
import { type FakeBucket, startBucket } from '#tests/fake-bucket.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { callsWith, theBoss } from '#tests/staff-helpers.ts'

let bucket: FakeBucket
let parent: string
const path = process.env.PATH ?? ''
beforeAll(async () => {
	bucket = await startBucket()
	parent = mkdtempSync(join(tmpdir(), 'copias-'))
	// An ssh that runs the command here, below the folder of this test.
	const bin = join(parent, 'bin')
	mkdirSync(bin)
	writeFileSync(join(bin, 'ssh'), `#!/bin/sh\ncd ${parent} || exit 1\nfor last; do :; done\nexec sh -c "$last"\n`)
	chmodSync(join(bin, 'ssh'), 0o755)
	process.env.PATH = `${bin}${delimiter}${path}`
})
afterAll(() => {
	process.env.PATH = path
	bucket.close()
	rmSync(parent, { recursive: true })
})

const keys = { BACKUP_S3_REGION: 'sa-east-1', BACKUP_S3_ACCESS_KEY_ID: 'key', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' }
const toBucket = () => ({ BACKUP_TO: 's3://cubo/tienda', BACKUP_S3_ENDPOINT: bucket.endpoint, ...keys })
const places = {
	'a bucket': toBucket,
	'a folder of another machine': () => ({ BACKUP_TO: 'ssh://copias@otra.example:2222/~/lejos/tienda' }),
}

describe.each(Object.entries(places))('%s', (_name, variables) => {
	const open = () => {
		const store = openOutside(variables(), systemClock)
		if (!store) throw new Error('there is none')
		return store
	}

	it('stores, lists, returns and deletes files, also of several parts', async () => {
		const bytes = randomBytes(20_000_000)
		await open().put('a', Readable.from([bytes.subarray(0, 7_000_000), bytes.subarray(7_000_000)]))
		await open().put('b', Readable.from([Buffer.from('')]))
		expect([...(await open().names())].sort()).toEqual(['a', 'b'])
		expect((await buffer(await open().read('a'))).equals(bytes)).toBe(true)
		expect((await buffer(await open().read('b'))).length).toBe(0)
		await open().delete('a')
		await open().delete('b')
		expect(await open().names()).toEqual([])
	})

	it('keeps nothing of a file whose content fails', async () => {
		async function* cut() {
			yield randomBytes(9_000_000)
			throw new Error('the disk is gone')
		}
		await expect(open().put('c', Readable.from(cut()))).rejects.toThrow('the disk is gone')
		expect(await open().names()).toEqual([])
		expect(bucket.uploads.size).toBe(0)
	})
})

it('is tried by the doctor', async () => {
	const found = await outsideProbe.probe({ env: toBucket() })
	expect(found).toBe('s3://cubo/tienda guarda, muestra y borra; la última copia: ninguna todavía')
	expect(bucket.objects.size).toBe(0)
	expect(await outsideProbe.probe({ env: {} })).toContain('sin BACKUP_TO')
})

it('names the refusal of the bucket, and of a machine that does not answer', async () => {
	bucket.refused = 'GET'
	await expect(openOutside(toBucket(), systemClock)?.names()).rejects.toThrow('answered 403 AccessDenied to GET')
	bucket.refused = undefined
	const nowhere = openOutside({ BACKUP_TO: 'ssh://copias@otra.example/bin/ssh' }, systemClock)
	await expect(nowhere?.put('x', Readable.from([Buffer.from('x')]))).rejects.toThrow(/ssh failed: .*mkdir/)
})

describe('a sealed folder', () => {
	it('is opened by its own key only, whole or not at all', async () => {
		const folder = join(parent, 'cerrada')
		mkdirSync(join(folder, 'tablas'), { recursive: true })
		writeFileSync(join(folder, 'tablas/a.gz'), randomBytes(300_000))
		const [own, other] = [await newKeys(), await newKeys()]
		const sealed = await buffer(await seal(folder, own.recipient))
		expect(sealed.includes('tablas')).toBe(false)
		const target = (name: string) => {
			mkdirSync(join(parent, name))
			return join(parent, name)
		}
		await unseal(Readable.from([sealed]), own.identity, target('abierta'))
		expect(readFileSync(join(parent, 'abierta/tablas/a.gz'))).toEqual(readFileSync(join(folder, 'tablas/a.gz')))
		const opening = (bytes: Buffer, identity: string, name: string) =>
			unseal(Readable.from([bytes]), identity, target(name))
		await expect(opening(sealed, other.identity, 'ajena')).rejects.toThrow('esa llave no abre este respaldo')
		await expect(opening(sealed.subarray(0, -40), own.identity, 'cortada')).rejects.toThrow('cortado o dañado')
		await expect(opening(sealed, own.recipient, 'publica')).rejects.toThrow('AGE-SECRET-KEY-')
		await expect(buffer(await seal(join(parent, 'no-existe'), own.recipient))).rejects.toThrow('tar failed')
	})
})

describe('the nightly copy', () => {
	let shop: TestShop
	let identity: string
	beforeAll(async () => {
		const pair = await newKeys()
		identity = pair.identity
		shop = await openTestShop({ variables: { ...toBucket(), BACKUP_KEY: pair.recipient } })
	})
	afterAll(() => shop.stop())
	beforeEach(() => bucket.objects.clear())

	const aCopy = /^premium-shaker-[\dT-]+Z\.tar\.age$/
	const inBucket = () => [...bucket.objects.keys()].map((key) => key.replace('/cubo/tienda/', '')).sort()
	const night = async () => {
		await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'respaldar', {}))
		await shop.drainJobs()
	}

	it('lies outside, encrypted, with the list of deleted accounts, and is restored with the key of the owner', async () => {
		const ana = await aCustomer(shop, 'Ana')
		await callsWith(shop, ana.access).send('POST', '/api/perfil/eliminar/', { password: ana.password })
		await night()
		expect(inBucket()).toEqual(['borrados.jsonl', expect.stringMatching(aCopy)])
		const name = inBucket()[1]
		expect(String(bucket.objects.get('/cubo/tienda/borrados.jsonl'))).toMatch(/^\{"usuario_id" : 2,.*\}\n$/)
		const target = join(parent, 'restaurada')
		mkdirSync(target)
		await unseal(Readable.from([bucket.objects.get(`/cubo/tienda/${name}`)]), identity, target)
		expect((await checkBackup(target)).tablas.length).toBeGreaterThan(30)
		expect(readdirSync(join(shop.env.dataDir, 'respaldos'))).toEqual([])
		expect(await newestCopyOutside(shop.database.db)).toEqual({
			hecha_at: expect.any(Date),
			lugar: 's3://cubo/tienda (0,1 MB)',
		})
		expect(await backupStep.find(shop.database.db, shop.clock.now())).toEqual({
			listo: true,
			texto: 'Fuera de este equipo, de hace menos de una hora: s3://cubo/tienda (0,1 MB).',
		})
	})

	it('deletes copies by the rule and nothing else', async () => {
		for (const name of ['a-mano.tar.age', copyName(new Date('2020-01-01')), copyName(new Date('2020-01-01T09:00:00Z'))])
			bucket.objects.set(`/cubo/tienda/${name}`, Buffer.from('x'))
		bucket.objects.set(`/cubo/${copyName(new Date('2020-01-01'))}`, Buffer.from('of another shop'))
		await night()
		expect(inBucket()).toContain('a-mano.tar.age')
		expect(inBucket()).toContain(copyName(new Date('2020-01-01T09:00:00Z')))
		expect(inBucket()).not.toContain(copyName(new Date('2020-01-01')))
		expect(bucket.objects.size).toBe(5)
	})

	it('is made by the button too, which says where it lies', async () => {
		const boss = await theBoss(shop)
		const tried = await boss.send('POST', '/api/admin_primer_dia/respaldo/')
		expect(tried.json().texto).toMatch(/imágenes\. En el disco de la tienda y en s3:\/\/cubo\/tienda \(0,1 MB\)\.$/)
		expect(inBucket()).toEqual(['borrados.jsonl', expect.stringMatching(aCopy)])
	})

	it('is a failed job, and records no copy, while the bucket refuses', async () => {
		const before = await newestCopyOutside(shop.database.db)
		shop.clock.advanceMinutes(60)
		bucket.refused = 'PUT'
		await night()
		bucket.refused = undefined
		expect(await newestCopyOutside(shop.database.db)).toEqual(before)
		expect(inBucket()).toEqual([])
		const boss = await theBoss(shop)
		const jobs = (await boss.get('/api/admin_trabajos/?cola=respaldar')).json().results
		expect(jobs).toMatchObject([{ estado: 'reintento', error: expect.stringContaining('403 AccessDenied') }])
	})

	it('adds the deleted accounts to the lists within minutes, and takes none away', async () => {
		bucket.objects.set('/cubo/tienda/borrados.jsonl', Buffer.from('{"de":"otra base"}\n'))
		const berta = await aCustomer(shop, 'Berta')
		await callsWith(shop, berta.access).send('POST', '/api/perfil/eliminar/', { password: berta.password })
		await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'anotar_borrados', {}))
		await shop.drainJobs()
		const here = readFileSync(join(shop.env.dataDir, 'borrados.jsonl'), 'utf8')
		expect(here.trim().split('\n')).toHaveLength(2)
		expect(String(bucket.objects.get('/cubo/tienda/borrados.jsonl'))).toBe(`{"de":"otra base"}\n${here}`)
		expect(existsSync(join(parent, 'lejos/tienda/borrados.jsonl'))).toBe(false)
	})
})
