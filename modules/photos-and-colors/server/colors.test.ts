import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { builtInColors } from '#modules/catalog/colors.ts'
import type { ListColorsAnswer, StaffColor } from '#modules/photos-and-colors/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aPlain } from '#tests/pictures.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const path = '/api/admin_productos/colores/'

const shop = await aShop({ pagesRoot: process.cwd() })
await shop.startJobs()
const boss = await theBoss(shop)

const colors = async () => (await boss.get(path)).json<ListColorsAnswer>().colores
const colorNamed = async (name: string): Promise<StaffColor | undefined> =>
	(await colors()).find(({ color }) => color === name)

async function sendPhoto(slug: string, bytes: Uint8Array, field = 'foto') {
	const form = new FormData()
	form.set(field, new Blob([Buffer.from(bytes)], { type: 'image/jpeg' }), 'foto.jpg')
	const request = new Request('http://localhost', { method: 'PUT', body: form })
	const answer = await shop.app.inject({
		method: 'PUT',
		url: `${path}${slug}/foto/`,
		headers: { authorization: boss.authorization, 'content-type': request.headers.get('content-type') ?? '' },
		payload: Buffer.from(await request.arrayBuffer()),
	})
	return { status: answer.statusCode, body: answer.json() }
}

/** Pages follow a change after the database's notification. */
const soon = { timeout: 20_000 }
const home = async (query = '') => (await shop.app.inject({ url: `/${query}`, headers: { accept: 'text/html' } })).body
const picture = (url: string) => shop.app.inject({ url })

describe('the photo of a built-in colour', () => {
	it("replaces the shop's own picture everywhere, and is removed again", async () => {
		const own = (await picture('/pictures/shaker-celeste.webp')).rawPayload
		const sent = await sendPhoto('celeste', await aPlain(900, 1200))
		expect(sent.status).toBe(200)
		expect(await colorNamed('Celeste')).toMatchObject({ con_foto: true, visible: true, muestra: null })

		await expect.poll(() => home('?color=celeste'), soon).toContain('"foto":"')
		const page = await home('?color=celeste')
		const [hero = ''] = /\/pictures\/hero-celeste-640\.[0-9a-f]{8}\.avif/.exec(page) ?? []
		const answer = await picture(hero)
		expect(answer.headers).toMatchObject({
			'content-type': 'image/avif',
			'cache-control': 'public, max-age=31536000, immutable',
		})
		expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 640 })
		const small = await picture('/pictures/shaker-celeste.webp')
		expect(small.rawPayload.equals(own)).toBe(false)
		expect(small.headers['cross-origin-resource-policy']).toBe('cross-origin')

		await boss.send('DELETE', `${path}celeste/foto/`)
		expect(await colorNamed('Celeste')).toMatchObject({ con_foto: false, visible: true })
		const isOwn = async () => (await picture('/pictures/shaker-celeste.webp')).rawPayload.equals(own)
		await expect.poll(isOwn, soon).toBe(true)
		// An open earlier page still finds its pictures.
		expect((await picture(hero)).statusCode).toBe(200)
	})

	it('is rejected with the reason, and nothing changes', async () => {
		const before = await colors()
		const photo = await aPlain(900, 1200)
		expect(await sendPhoto('verde', photo)).toMatchObject({ status: 404, body: { code: 'color_desconocido' } })
		expect(await sendPhoto('negro', await aPlain(300, 400))).toMatchObject({
			status: 422,
			body: { code: 'foto_chica' },
		})
		expect(await sendPhoto('negro', photo.subarray(0, 2000))).toMatchObject({ status: 422 })
		expect(await sendPhoto('negro', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({
			body: { code: 'foto_no_imagen' },
		})
		expect(await sendPhoto('negro', photo, 'otra')).toMatchObject({ status: 422, body: { code: 'foto_falta' } })
		expect(await sendPhoto('negro', Buffer.alloc(20 * 1024 * 1024 + 1, photo))).toMatchObject({
			status: 413,
			body: { code: 'foto_grande' },
		})
		expect(await sendPhoto('negro', Buffer.alloc(0))).toMatchObject({ body: { code: 'foto_falta' } })
		expect(await colors()).toEqual(before)
		const headers = { authorization: boss.authorization, 'content-type': 'multipart/form-data; boundary=x' }
		const broken = { method: 'PUT', url: `${path}negro/foto/`, headers, payload: '--x\r\nbroken' } as const
		expect((await shop.app.inject(broken)).json().code).toBe('no_json')
	})
})

describe('the name of a colour', () => {
	it('changes on Home for this colour alone', async () => {
		const list = (await boss.get('/api/admin_productos/?q=Negro')).json<{ results: { id: number; color: string }[] }>()
		const black = list.results.find(({ color }) => color === 'Negro')
		const set = { nombre: 'Premium Shaker Noche' }
		expect((await boss.send('PATCH', `/api/admin_productos/${black?.id}/`, set)).statusCode).toBe(200)
		await expect.poll(() => home('?color=negro'), soon).toContain('>Premium Shaker Noche</h1>')
		expect(await home('?color=celeste')).toContain('>Premium Shaker Electric 650 ML</h1>')
	})
})

describe('a fifth colour', () => {
	it('is shown, sold and mailed once it has a photo', async () => {
		const created = await boss.send('POST', path, { color: 'Azul noche', muestra: '#22306e', precio: 31_990, stock: 4 })
		expect(created.statusCode).toBe(200)
		expect(await colorNamed('Azul noche')).toMatchObject({ slug: 'azul-noche', imagen: null, visible: false })
		expect(await home()).not.toContain('Azul noche')
		expect(await home('?color=azul-noche')).toContain('data-color="negro"')

		expect((await sendPhoto('azul-noche', await aPlain(900, 1200, '#22306e'))).status).toBe(200)
		expect(await colorNamed('Azul noche')).toMatchObject({ con_foto: true, visible: true })
		await expect.poll(() => home('?color=azul-noche'), soon).toContain('data-color="azul-noche"')
		const page = await home('?color=azul-noche')
		expect(page).toContain('<html lang="es-CL" data-color="azul-noche">')
		expect(page).toContain('31.990')
		const [sheet = ''] = /\/colores\.css\?v=[0-9a-f]{8}/.exec(page) ?? []
		const styles = await picture(sheet)
		expect(styles.headers).toMatchObject({ 'cache-control': expect.stringContaining('immutable') })
		expect(styles.body).toContain('[data-swatch="azul-noche"]{--swatch:#22306e}')
		expect((await picture('/colores.css?v=00000000')).headers['cache-control']).toBe('no-cache')
		for (const name of ['shaker-azul-noche.webp', 'shaker-azul-noche-160.webp', 'shaker-azul-noche.png']) {
			expect((await picture(`/pictures/${name}`)).statusCode).toBe(200)
		}

		const products = (await boss.get('/api/admin_productos/?q=azul')).json()
		expect(products.results).toMatchObject([{ color: 'Azul noche', precio: 31_990, stock: 4 }])
	})

	it('is hidden without a photo, and after its photo is removed', async () => {
		await boss.send('POST', path, { color: 'Menta', muestra: '#8fd6b4', precio: 29_990 })
		expect((await picture('/pictures/shaker-menta.webp')).statusCode).toBe(404)
		await boss.send('DELETE', `${path}azul-noche/foto/`)
		await expect.poll(() => home(), soon).not.toContain('Azul noche')
	})

	it('is rejected when it exists, and beyond six', async () => {
		const add = async (color: string) => {
			const answer = await boss.send('POST', path, { color, muestra: '#8fd6b4', precio: 29_990 })
			return [answer.statusCode, answer.json().error]
		}
		expect(await add('Menta')).toEqual([422, 'Ya existe el color Menta.'])
		expect(await add('Lila')).toEqual([422, 'La tienda muestra hasta 6 colores.'])
		expect(await colors()).toHaveLength(builtInColors.length + 2)
	})
})

it('is logged with the account for each change of a photo', async () => {
	const log = (await boss.get('/api/admin_auditoria/?tipo=producto')).json()
	const done = log.results.map(({ accion, ref }: { accion: string; ref: string }) => `${accion} ${ref}`)
	expect(done).toEqual(
		expect.arrayContaining(['foto_cambiada Celeste', 'foto_quitada Celeste', 'color_creado Azul noche']),
	)
})
