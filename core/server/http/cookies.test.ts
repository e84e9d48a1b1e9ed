import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createKnownDevices, hostCookie, type KnownDevices } from '#core/server/http/cookies.ts'

describe('cookies', () => {
	async function lineOf(isSecure: boolean): Promise<string> {
		const app = Fastify()
		app.get('/', async (_request, reply) => {
			hostCookie('marca', isSecure).write(reply, 'abc', 60)
			return ''
		})
		return String((await app.inject('/')).headers['set-cookie'])
	}
	const sent = (cookie: string) => ({ headers: { cookie } }) as FastifyRequest

	it('sets over https a cookie that is of this host alone, HttpOnly and SameSite', async () => {
		expect(await lineOf(true)).toBe('__Host-marca=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure')
		expect(await lineOf(false)).toBe('marca=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Strict')
	})

	it('ignores over https a cookie without the prefix, which a sibling host could have set', () => {
		const cookie = hostCookie('marca', true)
		expect(cookie.read(sent('marca=ajena'))).toBeUndefined()
		expect(cookie.read(sent('marca=ajena; __Host-marca=propia; otra=1'))).toBe('propia')
		expect(hostCookie('marca', false).read(sent('otra=1; marca=abc'))).toBe('abc')
		expect(cookie.read({ headers: {} })).toBeUndefined()
	})
})

describe('known devices', () => {
	const keys = ['a-secret-of-the-tests-with-some-length'] as const

	/** The cookie line that `remember` writes for a browser with `cookie`. */
	async function lineOf(devices: KnownDevices, email: string, cookie = ''): Promise<string> {
		const app = Fastify()
		app.get('/', async (request: FastifyRequest, reply: FastifyReply) => {
			devices.remember(request, reply, email)
			return ''
		})
		const { headers } = await app.inject({ url: '/', headers: { cookie } })
		return String(headers['set-cookie'] ?? '')
	}
	const cookieOf = async (...args: Parameters<typeof lineOf>) => (await lineOf(...args)).split(';')[0] ?? ''
	const nameOf = (devices: KnownDevices, cookie: string, email: string) =>
		devices.nameOf({ headers: { cookie: `otra=1; ${cookie}` } } as FastifyRequest, email)

	describe('a known device', () => {
		const devices = createKnownDevices(keys, true)

		it('is known to its account, whatever the case of the e-mail, and to no other', async () => {
			const cookie = await cookieOf(devices, 'ana@correo.cl')
			expect(nameOf(devices, cookie, ' ANA@correo.cl')).toMatch(/^[\w-]{16}$/)
			expect(nameOf(devices, cookie, 'luz@correo.cl')).toBeUndefined()
			expect(nameOf(devices, cookie, 'nada')).toBeUndefined()
			expect(nameOf(devices, '', 'ana@correo.cl')).toBeUndefined()
		})

		it('is stored in an HttpOnly, SameSite cookie for a year', async () => {
			const line = await lineOf(devices, 'ana@correo.cl')
			expect(line).toMatch(/^__Host-dispositivo=[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
			expect(line).not.toContain('ana')
			expect(await lineOf(createKnownDevices(keys, false), 'ana@correo.cl')).not.toContain('Secure')
		})

		it('keeps its name and the marks of other accounts at the next login', async () => {
			const first = await cookieOf(devices, 'ana@correo.cl')
			const both = await cookieOf(devices, 'luz@correo.cl', first)
			const again = await cookieOf(devices, 'ana@correo.cl', both)
			expect(nameOf(devices, again, 'ana@correo.cl')).toBe(nameOf(devices, first, 'ana@correo.cl'))
			expect(nameOf(devices, again, 'luz@correo.cl')).toBe(nameOf(devices, both, 'luz@correo.cl'))
			let cookie = ''
			for (let n = 0; n < 9; n += 1) cookie = await cookieOf(devices, `a${n}@correo.cl`, cookie)
			expect(cookie.split('.')).toHaveLength(5)
		})

		it('cannot be forged or signed with another secret, except the previous one', async () => {
			const cookie = await cookieOf(devices, 'ana@correo.cl')
			const changed = cookie.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A'))
			expect(nameOf(devices, changed, 'ana@correo.cl')).toBeUndefined()
			expect(nameOf(devices, '__Host-dispositivo=%%%.a.b', 'ana@correo.cl')).toBeUndefined()
			const other = createKnownDevices(['another-secret-of-the-tests-of-length'], true)
			expect(nameOf(other, cookie, 'ana@correo.cl')).toBeUndefined()
			const rotated = createKnownDevices(['another-secret-of-the-tests-of-length', ...keys], true)
			expect(nameOf(rotated, cookie, 'ana@correo.cl')).toBeDefined()
		})
	})
})
