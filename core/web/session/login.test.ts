import { describe, expect, it } from 'vitest'
import { readLoginState } from '#core/web/session/login.ts'

describe('the return after a login', () => {
	it('leads to the requesting screen', () => {
		expect(readLoginState({ from: '/pago', mensaje: 'Sesión expirada.' })).toEqual({
			from: '/pago',
			mensaje: 'Sesión expirada.',
		})
	})

	it('contains the typed address, when it is a text', () => {
		expect(readLoginState({ correo: 'ana@correo.cl' })).toEqual({ correo: 'ana@correo.cl' })
		expect(readLoginState({ correo: 7 })).toEqual({})
	})

	it('never leaves the shop', () => {
		for (const from of ['//otra.cl', '/\\otra.cl', 'https://otra.cl', 'javascript:alert(1)', 7]) {
			expect(readLoginState({ from })).toEqual({})
		}
	})

	it('is undefined after a direct visit', () => {
		expect(readLoginState(null)).toEqual({})
	})
})
