import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, saveSession } from '#core/web/session/api.ts'
import { clearCheckoutForm, readFromSession, saveToSession } from '#modules/checkout/web/checkout-form.ts'
import { memoryStorage } from '#tests/memory-storage.ts'

const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub }))}.x`
const logIn = (sub: string) => saveSession({ access: tokenOf(sub), refresh: 'r' })

beforeEach(() => {
	vi.stubGlobal('window', { sessionStorage: memoryStorage(), localStorage: memoryStorage() })
	logIn('7')
})
afterEach(() => vi.unstubAllGlobals())

test('typed values survive the end of the session, for the same customer', () => {
	saveToSession('pago', { telefono: '987654321' })
	clearSession()
	saveToSession('pago', { telefono: '987654322' })
	logIn('7')
	expect(readFromSession('pago')).toEqual({ telefono: '987654322' })
})

test('typed values are not shown to the next customer at the same screen', () => {
	saveToSession('pago', { telefono: '987654321' })
	logIn('8')
	expect(readFromSession('pago')).toBeUndefined()
})

test('removed and missing values are undefined', () => {
	saveToSession('pago', 1)
	saveToSession('pago', undefined)
	expect(readFromSession('pago')).toBeUndefined()
})

test('after an order the form is empty, with the parts of modules, and nothing else is', () => {
	for (const key of ['pago', 'pago_documento', 'pagos']) saveToSession(key, 1)
	clearCheckoutForm()
	expect(['pago', 'pago_documento', 'pagos'].map(readFromSession)).toEqual([undefined, undefined, 1])
})
