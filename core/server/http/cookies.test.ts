import Fastify, { type FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { hostCookie } from '#core/server/http/cookies.ts'

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
