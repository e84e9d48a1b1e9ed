import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instagramSimulator } from '@premium-shaker/simulators/instagram'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFolderFiles, type Files } from '#core/server/files/files.ts'
import { createPictureDecoder, type PictureDecoder } from '#core/server/pictures/picture-decoder.ts'
import { openTestApp } from '#tests/open-app.ts'
import { socialRoutes } from './routes.ts'
import { createSocialFeed, type SocialFeed } from './social-feed.ts'

const token = 'IGQ-very-secret-token'

describe('the social feed', () => {
	let folder: string
	let files: Files
	let app: FastifyInstance
	let apiUrl: string
	let social: SocialFeed
	let now: Date
	let logged: string[]
	const clock = { now: () => now }
	const decoder = createPictureDecoder()
	/** Draws in the test's own process, which saves a process per picture. */
	const pictures: PictureDecoder = {
		...decoder,
		draw: async (bytes, { maxWidth, maxHeight, quality }) =>
			await sharp(bytes).resize({ width: maxWidth, height: maxHeight, fit: 'inside' }).webp({ quality }).toBuffer(),
	}

	async function start(photos: number, { video = 'foto-01.mp4', drawer = pictures } = {}) {
		const mediaDir = join(folder, 'media')
		mkdirSync(mediaDir)
		const colour = { width: 900, height: 900, channels: 3 as const }
		for (let index = 0; index < photos; index += 1) {
			const picture = sharp({ create: { ...colour, background: { r: index * 20, g: 90, b: 90 } } })
			writeFileSync(join(mediaDir, `foto-${String(index).padStart(2, '0')}.jpg`), await picture.jpeg().toBuffer())
		}
		if (photos > 0) writeFileSync(join(mediaDir, video), Buffer.from('\0\0\0\x18ftypmp42....', 'latin1'))
		app = openTestApp()
		const place = { baseUrl: () => new URL(apiUrl).origin, token, mediaDir, clock: clock.now }
		await app.register(instagramSimulator(place), { prefix: '/simuladores/instagram' })
		const log = (details: object, message: string) => logged.push(JSON.stringify([details, message]))
		const create = () =>
			createSocialFeed({ apiUrl, token, files, pictures: drawer, clock, log: { info: log, warn: log } })
		const later: SocialFeed = {
			refresh: () => social.refresh(),
			list: () => social.list(),
			invalidate: () => social.invalidate(),
			media: (file) => social.media(file),
		}
		await app.register(socialRoutes({ social: later }))
		await app.listen({ host: '127.0.0.1', port: 0 })
		apiUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/simuladores/instagram`
		social = create()
		return create
	}

	const misbehave = (body: object) =>
		app.inject({ method: 'POST', url: '/simuladores/instagram/_faults', payload: body })

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'social-'))
		files = createFolderFiles(join(folder, 'files'))
		now = new Date('2026-11-20T12:00:00Z')
		logged = []
	})
	afterEach(async () => {
		await app.close()
		rmSync(folder, { recursive: true })
	})

	test('shows ten posts of the listing, each once, with media of our own', async () => {
		await start(12, { drawer: decoder })
		expect(await social.refresh()).toBe(true)
		const { results } = (await app.inject('/api/social/')).json()
		expect(results).toHaveLength(10)
		expect(new Set(results.map((post: { id: string }) => post.id)).size).toBe(10)
		const video = results.find((post: { media_type: string }) => post.media_type === 'VIDEO')
		expect(video).toMatchObject({ media_url: expect.stringMatching(/^\/social\/\w+\.mp4$/) })
		const picture = await app.inject(video.thumbnail_url)
		expect(picture.headers['content-type']).toBe('image/webp')
		expect(picture.headers['cache-control']).toContain('immutable')
		expect((await sharp(picture.rawPayload).metadata()).width).toBe(640)
	})

	test('is shorter when the account is, and shows a protected video by its thumbnail', async () => {
		await start(4)
		await social.refresh()
		const shown = await social.list()
		expect(shown.map((post) => post.media_type).sort()).toEqual(['IMAGE', 'IMAGE', 'VIDEO', 'VIDEO'])
		expect(shown.filter((post) => post.media_url === null)).toHaveLength(1)
	})

	test('shows an album that begins with a video as its first picture', async () => {
		await start(4, { video: 'video.mp4' })
		await misbehave({ ajustes: { album_con_video: true } })
		await social.refresh()
		const kinds = (await social.list()).map((post) => post.media_type)
		expect(kinds).toEqual(['IMAGE', 'IMAGE', 'IMAGE', 'VIDEO', 'VIDEO'])
	})

	test.each([
		{ ajustes: { error: '190' } },
		{ ajustes: { error: '2' } },
		{ fallas: [{ tipo: 'basura' }] },
		{ fallas: [{ tipo: 'corte' }] },
	])('keeps the last copy when the provider fails (%j), and logs it without the token', async (fault) => {
		const create = await start(4)
		await social.refresh()
		const before = await social.list()
		await misbehave(fault)
		social = create()
		expect(await social.refresh()).toBe(false)
		expect(await social.list()).toEqual(before)
		expect(before).toHaveLength(4)
		expect(logged.join()).not.toContain(token)
	})

	test('has nothing new when no medium can be copied', async () => {
		await start(4)
		await misbehave({ ajustes: { enlaces_minutos: 0 } })
		expect(await social.refresh()).toBe(false)
		expect(await social.list()).toEqual([])
		await app.inject({ method: 'DELETE', url: '/simuladores/instagram/_faults' })
		expect(await social.refresh()).toBe(true)
		expect(await social.list()).toHaveLength(4)
	})

	test('stays as it was read while the files fail or hang, without delay', async () => {
		await start(4)
		await social.refresh()
		const before = await social.list()
		const read = files.get
		for (const trouble of [() => Promise.reject(new Error('no bucket')), () => new Promise<never>(() => {})]) {
			files.get = trouble
			now = new Date(now.getTime() + 61_000)
			expect(await social.list()).toEqual(before)
		}
		files.get = read
		expect(await social.list()).toEqual(before)
	})

	test('is read again at once when another process renewed it, also during a read', async () => {
		const create = await start(4)
		await social.refresh()
		const other = create()
		const late = create()
		const { promise: isRenewed, resolve: renewed } = Promise.withResolvers<void>()
		const read = files.get
		files.get = async (key) => {
			const bytes = await read(key)
			await isRenewed
			return bytes
		}
		const early = late.list()
		files.get = read
		expect(await other.list()).toHaveLength(4)
		await misbehave({ ajustes: { vacio: true } })
		expect(await social.refresh()).toBe(true)
		for (const one of [other, late]) one.invalidate()
		renewed()
		await early
		expect(await other.list()).toEqual([])
		expect(await late.list()).toEqual([])
	})

	test('is renewed although an old file cannot be deleted, which is retried', async () => {
		await start(4)
		await social.refresh()
		const [post] = await social.list()
		await misbehave({ ajustes: { vacio: true } })
		await social.refresh()
		const remove = files.delete
		files.delete = () => Promise.reject(new Error('no right to delete'))
		expect(await social.refresh()).toBe(true)
		expect(logged.join()).toContain('no right to delete')
		files.delete = remove
		const file = post?.media_url?.replace('/social/', '') ?? ''
		expect(await social.media(file)).toBeDefined()
		await social.refresh()
		expect(await social.media(file)).toBeUndefined()
	})

	test('is null while the files fail from the start', async () => {
		await start(4)
		files.get = () => Promise.reject(new Error('no bucket'))
		await expect(social.list()).rejects.toThrow('no bucket')
	})

	test('recovers from a damaged copy at the next refresh', async () => {
		await start(4)
		await files.put('social/feed.json', Buffer.from('{"posts":'), 'application/json')
		expect(await social.list()).toEqual([])
		expect(await social.refresh()).toBe(true)
		expect(await social.list()).toHaveLength(4)
	})

	test('is empty without a token, and when the account is empty', async () => {
		await start(0)
		const off = createSocialFeed({ apiUrl, token: undefined, files, pictures, clock, log: { info() {}, warn() {} } })
		expect(await off.refresh()).toBe(false)
		expect(await off.list()).toEqual([])
		expect(await social.refresh()).toBe(true)
		expect(await social.list()).toEqual([])
	})

	test('serves no other file of the store', async () => {
		await start(0)
		await files.put('comprobantes/secreto.webp', new Uint8Array([1]), 'image/webp')
		for (const file of ['feed.json', '..%2Fcomprobantes%2Fsecreto.webp', `${'a'.repeat(32)}.webp`]) {
			expect(await social.media(decodeURIComponent(file))).toBeUndefined()
			expect((await app.inject(`/social/${file}`)).statusCode).toBeGreaterThanOrEqual(400)
		}
	})
})
