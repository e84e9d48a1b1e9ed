import { expect, it } from 'vitest'
import { testAccountOf } from '#modules/doctor/server/test-account.ts'

const testing = {
	WEBPAY_API_URL: 'https://webpay3gint.transbank.cl',
	FLOW_API_URL: 'https://sandbox.flow.cl/api',
	MERCADOPAGO_ACCESS_TOKEN: 'TEST-123',
}
const selling = {
	WEBPAY_API_URL: undefined,
	FLOW_API_URL: 'https://www.flow.cl/api',
	MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-123',
}

it.each(['webpay', 'flow', 'mercadopago'] as const)('distinguishes a test account of %s from a real one', (name) => {
	expect(testAccountOf(testing, name)).toContain('no cobra de verdad')
	expect(testAccountOf(selling, name)).toBeUndefined()
})
