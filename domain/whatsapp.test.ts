import { expect, test } from 'vitest'
import { whatsappAddress } from '#domain/whatsapp.ts'

test('a Chilean mobile has an address on WhatsApp, however it is written', () => {
	for (const phone of ['+56 9 1234 5678', '56912345678', '912345678', '9 1234 5678']) {
		expect(whatsappAddress(phone)).toBe('https://wa.me/56912345678')
	}
})

test('what is no mobile has none', () => {
	for (const phone of ['', '+56 2 2345 6789', '222345678', '+54 9 11 1234 5678', '12345']) {
		expect(whatsappAddress(phone)).toBeUndefined()
	}
})
