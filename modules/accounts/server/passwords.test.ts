import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { FailureAnswer } from '#core/contract/failure.ts'
import {
	brokenNewPasswordRule,
	hashingFor,
	hashPassword,
	isGuessablePassword,
	isPassword,
} from '#modules/accounts/server/passwords.ts'

describe('a guessable password', () => {
	const ana = { email: 'ana.rojas@correo.cl', first_name: 'Ana María', last_name: 'Rojas Núñez' }
	const common = new Set(['password', 'qwertyui', 'trustno1', 'dragon'])
	const isGuessable = (password: string) => isGuessablePassword(password, ana, common)

	describe('isGuessablePassword', () => {
		it.each([
			['password', 'of the list'],
			['PassWord', 'of the list, in other letters'],
			['trustno1', 'of the list, with its digit'],
			['password2026!', 'of the list, with a year and a sign'],
			['pass-word', 'of the list, with a hyphen'],
			['1dragon1', 'of the list, between digits'],
			['Contraseña', 'what many write, its accent or not'],
			['contraseña123', 'what many write, with digits'],
			['colocolo1925', 'a club and its year'],
			['12345678', 'digits in a row'],
			['98765432', 'digits in a row, backwards'],
			['abcdefgh', 'letters in a row'],
			['aaaaaaaa', 'one letter'],
			['12121212', 'two digits'],
			['abcabcabc', 'three letters, repeated'],
			['premiumshaker', 'the shop'],
			['Shaker2026', 'the shop and a year'],
			['premium-shaker', 'the shop, in two words'],
			['anarojas', 'the name'],
			['AnaMaría1990', 'the name and a year'],
			['rojasnunez', 'the name without its accents'],
			['ana.rojas@correo.cl', 'the address'],
			['ana.rojas', 'the part of the address before the @'],
			['ababababc', 'two letters, repeated, and another'],
			['abcdabcd', 'four letters, twice'],
			['2026!!password', 'of the list, with six signs before it'],
			['anarojas12345', 'the name and five digits'],
			['premiumpassword', 'a common one beside the shop'],
		])('%s: %s', (password) => {
			expect(isGuessable(password)).toBe(true)
		})
	})

	describe("isGuessablePassword after an owner's own addition", () => {
		it.each([
			['una-clave-segura'],
			['contraseña segura'],
			['clave-de-hortensia-9'],
			['banana-luz-8'],
			['dragones bajo la lluvia'],
			['shaker x luna verde'],
			['7kd29xqp'],
			['пароль12'],
			['密码箱子钥匙月亮'],
			['🔑🎈🌵🍋🚲🧦🪁🐢'],
			['correcto caballo batería grapa'],
			[`${'x'.repeat(60)}un final que nadie sabe${'y'.repeat(40)}`],
		])('%s', (password) => {
			expect(isGuessable(password)).toBe(false)
		})
	})
})

describe('the rule for a new password', () => {
	const ana = { email: 'ana@correo.cl', first_name: 'Ana', last_name: 'Rojas' }

	it.each([
		['1234567', 'clave_corta'],
		['a'.repeat(129), 'clave_larga'],
		['password', 'clave_comun'],
		['1q2w3e4r5t', 'clave_comun'],
		['qwertyuiop', 'clave_comun'],
		['Football99', 'clave_comun'],
		['premiumshaker', 'clave_comun'],
		['anarojas1', 'clave_comun'],
		['contraseña segura', undefined],
		['tres palabras de nadie '.repeat(6).slice(0, 128), undefined],
	])('rejects the new password %j with %s', (password, rule) => {
		expect(brokenNewPasswordRule(password, ana)).toBe(rule)
	})
})

describe('password hashing', () => {
	it('accepts the hashed password in either Unicode form, and no other', async () => {
		const stored = await hashPassword('contraseña')
		expect(await isPassword(stored, 'contrasen\u0303a')).toBe(true)
		expect(await isPassword(stored, 'contrasena')).toBe(false)
		expect(await isPassword(stored, '')).toBe(false)
	})

	it('is never true without a stored password', async () => {
		expect(await isPassword(null, '')).toBe(false)
		expect(await isPassword(null, 'contraseña')).toBe(false)
	})

	it("rejects calls beyond the queue's limit, and works on afterwards", async () => {
		const flood = await Promise.allSettled(Array.from({ length: 100 }, () => hashPassword('contraseña')))
		const refused = flood.filter((hash) => hash.status === 'rejected')
		expect(refused.length).toBe(100 - 24 - 2)
		expect(refused.every((hash) => hash.reason instanceof FailureAnswer)).toBe(true)
		expect(refused[0]?.reason.failure).toMatchObject({ failure: 'demasiadas_solicitudes', extra: { retry_after: 2 } })
		expect(await isPassword(await hashPassword('contraseña'), 'contraseña')).toBe(true)
	})

	it('keeps places for known browsers and strangers whose networks are not flooding', async () => {
		const call = (ip: string, account: string, isKnown = false) => {
			const raw = Object.assign(new EventEmitter(), { destroyed: false })
			const queue = hashingFor({ ip } as FastifyRequest, { raw } as unknown as FastifyReply, account, isKnown)
			return hashPassword('contraseña', queue).then(() => 'hashed')
		}
		// Of nine networks, and of strangers at the account of a known browser.
		const flood = Array.from({ length: 120 }, (_, n) => call(`198.51.${n % 9}.${n % 2}`, `nadie${n}@correo.cl`))
		flood.push(...Array.from({ length: 5 }, (_, n) => call(`192.0.2.${n}`, 'ana0@correo.cl')))
		const flooded = Promise.allSettled(flood)
		const stranger = call('190.1.1.1', 'luz@correo.cl')
		const known = Array.from({ length: 8 }, (_, n) => call('198.51.0.0', `ana${n % 4}@correo.cl`, true))
		const judged = Promise.allSettled(known)
		expect(await stranger).toBe('hashed')
		// An address has six of the places for known browsers.
		expect((await judged).map(({ status }) => status)).toEqual([
			...Array(6).fill('fulfilled'),
			...Array(2).fill('rejected'),
		])
		expect((await flooded).filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2 + 24)
	})

	it('lets two hashes of one account wait, so that one account cannot block the others', async () => {
		const stored = await hashPassword('contraseña')
		const ofAna = { shares: [{ key: 'cuenta:ana', maxWaiting: 2 }] }
		const flood = Array.from({ length: 30 }, () => isPassword(stored, 'contraseña', ofAna))
		const started = performance.now()
		const other = isPassword(stored, 'contraseña').then(() => performance.now() - started)
		const judged = await Promise.allSettled(flood)
		expect(judged.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 + 2)
		expect(await other).toBeLessThan(5000)
	})
})
