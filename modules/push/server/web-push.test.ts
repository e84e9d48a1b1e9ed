import { createECDH } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { vapidPairOf } from '#modules/push/server/vapid-keys.ts'
import { createPushServices, encryptMessage, jwkOf, vapidAuthorization } from '#modules/push/server/web-push.ts'

describe('encryption', () => {
	describe('encryptMessage', () => {
		it('encrypts the example of RFC 8291, appendix A, to its bytes', () => {
			const own = createECDH('prime256v1')
			own.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
			const browser = {
				p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
				auth: 'BTBZMqHH6r4Tts7J_aSIgg',
			}
			const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
			const body = encryptMessage('When I grow up, I want to be a watermelon', browser, own, salt)
			expect(Buffer.from(body).toString('base64url')).toBe(
				'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
			)
		})

		it('rejects a message that does not fit into one record', () => {
			const browser = createECDH('prime256v1')
			const keys = { p256dh: browser.generateKeys('base64url'), auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
			expect(encryptMessage('x'.repeat(4079), keys)).toHaveLength(86 + 4096)
			expect(() => encryptMessage('x'.repeat(4080), keys)).toThrow('does not fit')
		})
	})

	describe('vapidAuthorization', () => {
		it("signs the service's origin, the contact and an expiry within a day with its named key", async () => {
			const keys = vapidPairOf('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw')
			const now = new Date('2026-11-26T12:00:00Z')
			const header = await vapidAuthorization(keys, 'https://push.example.net/a/b?c', 'https://premiumshaker.cl', now)
			const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
			expect(key).toBe(keys.publicKey)
			const verified = await jwtVerify(token, await importJWK(jwkOf(key), 'ES256'), {
				currentDate: now,
				audience: 'https://push.example.net',
				subject: 'https://premiumshaker.cl',
			})
			expect(verified.payload.exp).toBe(now.getTime() / 1000 + 12 * 3600)
			expect(verified.protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' })
		})
	})
})

describe('known push services', () => {
	const services = createPushServices()

	it.each([
		'https://fcm.googleapis.com/fcm/send/abc',
		'https://updates.push.services.mozilla.com/wpush/v2/abc',
		'https://web.push.apple.com/abc',
		'https://wns2-bl2p.notify.windows.com/w/?token=abc',
	])('accepts %s', (endpoint) => {
		expect(services.isKnown(endpoint)).toBe(true)
	})

	it.each([
		'http://fcm.googleapis.com/fcm/send/abc',
		'https://fcm.googleapis.com:8443/fcm/send/abc',
		'https://fcm.googleapis.com@127.0.0.1/abc',
		'https://usuario@fcm.googleapis.com/abc',
		'https://fcm.googleapis.com.evil.cl/abc',
		'https://evilpush.apple.com/abc',
		'https://push.apple.com.evil.cl/abc',
		'https://169.254.169.254/latest/meta-data',
		'http://127.0.0.1:3000/simuladores/push/mensajes/abc',
		'file:///etc/passwd',
		'no es una dirección',
	])('rejects %s', (endpoint) => {
		expect(services.isKnown(endpoint)).toBe(false)
	})

	it("accepts the demo's own simulator, and no other address", () => {
		const demo = createPushServices('http://127.0.0.1:3000/simuladores/push/')
		expect(demo.isKnown('http://127.0.0.1:3000/simuladores/push/mensajes/abc')).toBe(true)
		expect(demo.isKnown('http://127.0.0.1:3000/simuladores/push/../../api/salud')).toBe(false)
		expect(demo.isKnown('http://127.0.0.1:30001/simuladores/push/mensajes/abc')).toBe(false)
	})
})
