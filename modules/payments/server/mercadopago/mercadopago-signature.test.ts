import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isSignatureValid, signManifest } from '#modules/payments/server/mercadopago/mercadopago-notification.ts'

const secret = 'wh_secret_demo_0123456789abcdef'
const parts = { dataId: '123456789012', requestId: '5f0c1c52-7a8b-4a8d-9d4a-1f2e3d4c5b6a' }
const ts = '1742505638683'
const v1 = '09be84c462b2b9d459ffb0a1b56044f92970822dfd8014add27c529b39e1601f'
const now = new Date(Number(ts) + 5_000)

describe('the signature of a Mercado Pago notification', () => {
	test('covers id, request id and time', () => {
		expect(signManifest({ ...parts, ts }, secret)).toBe(v1)
	})

	test('omits the request id when there is none', () => {
		expect(signManifest({ dataId: parts.dataId, requestId: undefined, ts }, secret)).toBe(
			'e2d2c2ac54afd3c425582a06eefbfe0eb6491f073a213ffa2bafe866f6365556',
		)
	})

	test("omits the subject's id when there is none", () => {
		const { requestId } = parts
		const expected = createHmac('sha256', secret).update(`request-id:${requestId};ts:${ts};`).digest('hex')
		expect(signManifest({ dataId: undefined, requestId, ts }, secret)).toBe(expected)
	})

	test('is accepted when genuine, with the time in milliseconds or in seconds', () => {
		expect(isSignatureValid(`ts=${ts},v1=${v1}`, parts, secret, now)).toBe(true)
		const seconds = ts.slice(0, 10)
		const signed = signManifest({ ...parts, ts: seconds }, secret)
		expect(isSignatureValid(`ts=${seconds}, v1=${signed}`, parts, secret, now)).toBe(true)
	})

	test.each([
		['another id', `ts=${ts},v1=${v1}`, { ...parts, dataId: '1' }, secret, now],
		['another request id', `ts=${ts},v1=${v1}`, { ...parts, requestId: 'x' }, secret, now],
		['another time', `ts=1742505638684,v1=${v1}`, parts, secret, now],
		['another secret', `ts=${ts},v1=${v1}`, parts, 'guess', now],
		['no header', undefined, parts, secret, now],
		['rubbish', 'v1', parts, secret, now],
		['a short digest', `ts=${ts},v1=${v1.slice(2)}`, parts, secret, now],
		['a long digest', `ts=${ts},v1=${v1}00`, parts, secret, now],
		['a digest behind other signs', `ts=${ts},v1=00${v1}`, parts, secret, now],
		['an old one', `ts=${ts},v1=${v1}`, parts, secret, new Date(Number(ts) + 8 * 86_400_000)],
		['one from the future', `ts=${ts},v1=${v1}`, parts, secret, new Date(Number(ts) - 3_600_000)],
	])('is rejected with %s', (_case, header, given, key, moment) => {
		expect(isSignatureValid(header, given, key, moment)).toBe(false)
	})
})
