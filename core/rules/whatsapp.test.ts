import { expect, test } from 'vitest'
import { whatsappAddress } from '#core/rules/whatsapp.ts'

test('returns the WhatsApp address of a Chilean mobile, in any format', () => {
	for (const phone of ['+56 9 1234 5678', '56912345678', '912345678', '9 1234 5678']) {
		expect(whatsappAddress(phone)).toBe('https://wa.me/56912345678')
	}
})

test('returns none for other phones', () => {
	for (const phone of ['', '+56 2 2345 6789', '222345678', '+54 9 11 1234 5678', '12345']) {
		expect(whatsappAddress(phone)).toBeUndefined()
	}
})

test('adds a text to the conversation', () => {
	expect(whatsappAddress('9 1234 5678', '¿Estás? Llego a las 15:20')).toBe(
		'https://wa.me/56912345678?text=%C2%BFEst%C3%A1s%3F%20Llego%20a%20las%2015%3A20',
	)
})
