import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { projectFolder } from '#core/server/platform/runtime.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { callsWith } from '#tests/staff-helpers.ts'

const shop = await aShop()

const post = (url: string, payload: object) => shop.app.inject({ method: 'POST', url, payload })

/** An account with an app for codes, in a session whose proof of identity is an hour old. */
async function withApp(name: string) {
	const person = await aCustomer(shop, name)
	const calls = callsWith(shop, person.access)
	const { secreto } = (await calls.send('POST', '/api/perfil/segundo_factor/app/')).json()
	const codigo = () => {
		shop.clock.advanceMinutes(1)
		return new TOTP({ secret: Secret.fromBase32(secreto) }).generate({ timestamp: shop.clock.now().getTime() })
	}
	await calls.send('POST', '/api/perfil/segundo_factor/app/confirmar/', { codigo: codigo() })
	const refreshAfter = async (minutes: number) => {
		shop.clock.advanceMinutes(minutes)
		return (await post('/api/token/refresh/', { refresh: person.refresh })).json<{ access: string }>()
	}
	const renewed = await refreshAfter(60)
	return { ...person, ...renewed, codigo, calls: callsWith(shop, renewed.access) }
}

const isFresh = async (access: string) =>
	(await callsWith(shop, access).send('POST', '/api/perfil/segundo_factor/codigos/')).statusCode === 200

describe('an account with a second factor', () => {
	it('gets tokens from the five calls below and from no other', () => {
		const { paths = {} } = shop.app.swagger() as { paths?: Record<string, Record<string, unknown>> }
		const opening = Object.entries(paths).flatMap(([path, methods]) =>
			Object.entries(methods).flatMap(([method, call]) =>
				JSON.stringify((call as { responses?: unknown }).responses ?? {}).includes('"access":')
					? [`${method} ${path}`]
					: [],
			),
		)
		expect(opening.sort()).toEqual([
			'post /api/login-google',
			'post /api/perfil/clave',
			'post /api/token',
			'post /api/token/refresh',
			'post /api/token/segundo_factor',
		])
	})

	it('has its sessions opened, and their proof raised, in one file each', () => {
		const sources = globSync('{core,modules,shop}/**/server/**/*.ts', { cwd: projectFolder }).filter(
			(name) => !name.endsWith('.test.ts'),
		)
		const matching = (pattern: RegExp) =>
			sources.filter((name) => pattern.test(readFileSync(join(projectFolder, name), 'utf8'))).toSorted()
		const sessions = 'modules/accounts/server/sessions.ts'
		expect(matching(/insert\(sesiones\)/)).toEqual([sessions])
		expect(matching(/\bopenSession\(/)).toEqual([sessions, 'modules/second-factor/server/second-step.ts'])
		expect(matching(/identidad_at: now/)).toEqual(['modules/accounts/server/prove-identity.ts', sessions])
	})

	it.each(['/api/perfil/clave/', '/api/perfil/identidad/', '/api/perfil/eliminar/'])(
		'changes nothing by %s with the password alone, and does with the code',
		async (url) => {
			const ana = await withApp('Ana')
			const alone = { password: ana.password, new_password: 'otra-clave-muy-larga' }
			const missing = url.includes('identidad') ? 'codigo_incorrecto' : 'identidad_requerida'
			for (const [codigo, code] of [
				[undefined, missing],
				['', missing],
				['000000', 'codigo_incorrecto'],
			]) {
				expect((await ana.calls.send('POST', url, { ...alone, codigo })).json().code).toBe(code)
			}
			expect(await isFresh(ana.access)).toBe(false)
			const first = await post('/api/token/', { username: ana.email, password: ana.password })
			expect(first.json().code).toBe('segundo_factor_requerido')
			const done = await ana.calls.send('POST', url, { ...alone, codigo: ana.codigo() })
			expect(done.statusCode).toBe(url.includes('eliminar') ? 204 : 200)
		},
	)

	it('gets no fresher proof of identity by a changed password or by renewed tokens', async () => {
		const eva = await withApp('Eva')
		expect(await isFresh(eva.access)).toBe(false)
		const change = { password: eva.password, new_password: 'otra-clave-muy-larga', codigo: eva.codigo() }
		const { access } = (await eva.calls.send('POST', '/api/perfil/clave/', change)).json()
		expect(await isFresh(access)).toBe(false)
	})

	it('gets no session by a password set with the mailed link', async () => {
		const iris = await withApp('Iris')
		await post('/api/auth/password-reset/', { email: iris.email })
		await shop.drainJobs()
		const mail = shop.inbox.mails().find(({ to, text }) => to === iris.email && /reset-password/.test(text))
		const [, uid, token] = /\/reset-password\/([^/\s]+)\/([^/\s]+)/.exec(mail?.text ?? '') ?? []
		const chosen = await post('/api/auth/password-reset/confirm/', { uid, token, new_password: 'otra-clave-muy-larga' })
		expect([chosen.statusCode, chosen.json().access]).toEqual([200, undefined])
		const first = await post('/api/token/', { username: iris.email, password: 'otra-clave-muy-larga' })
		expect([first.statusCode, first.json().code]).toEqual([401, 'segundo_factor_requerido'])
	})
})
