import { describe, expect, it } from 'vitest'
import { readLoginState } from '#web/session/login-state.ts'

describe('the way back after a login', () => {
	it('is the screen that asked for it', () => {
		expect(readLoginState({ from: '/pago', mensaje: 'Sesión expirada.' })).toEqual({
			from: '/pago',
			mensaje: 'Sesión expirada.',
		})
	})

	it('takes along the address that was just given, and nothing that is no text', () => {
		expect(readLoginState({ correo: 'ana@correo.cl' })).toEqual({ correo: 'ana@correo.cl' })
		expect(readLoginState({ correo: 7 })).toEqual({})
	})

	it('never leads out of the shop', () => {
		for (const from of ['//otra.cl', '/\\otra.cl', 'https://otra.cl', 'javascript:alert(1)', 7]) {
			expect(readLoginState({ from })).toEqual({})
		}
	})

	it('is nowhere for somebody who came by themselves', () => {
		expect(readLoginState(null)).toEqual({})
	})
})
