import { describe, expect, it } from 'vitest'
import { isGuessablePassword } from '#modules/accounts/guessable-password.ts'

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
