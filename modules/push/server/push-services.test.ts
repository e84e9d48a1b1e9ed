import { expect, it } from 'vitest'
import { createPushServices } from '#modules/push/server/push-services.ts'

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
