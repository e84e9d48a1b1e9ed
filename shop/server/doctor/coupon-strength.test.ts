import { expect, it } from 'vitest'
import { isGuessableCoupon } from './coupon-strength.ts'

it.each([
	'SHAKER5000',
	'PREMIUMSHAKER5000',
	'BIENVENIDA-2026-SHAKER',
	'CYBERMONDAY2026VIP',
	'NAVIDAD',
	'A7K2',
	'9F2C04B7',
	'AAAAAAAAAAAAAAAA',
	'121212121212',
	'UNAFRASEMUYLARGAPEROCONOCIDA',
	'MIPERROSELLAMAFIRULAIS2019',
])('rejects %s as one that can be guessed', (code) => {
	expect(isGuessableCoupon(code)).toBe(true)
})

it.each(['9F2C04B7E1A85D36', 'C3D0A7E95B1F4826', 'SHAKER-7Q2M9X4T8B1K'])('accepts %s as strong', (code) => {
	expect(isGuessableCoupon(code)).toBe(false)
})
