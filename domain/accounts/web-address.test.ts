import { expect, it } from 'vitest'
import { hasWebAddress } from '#domain/accounts/web-address.ts'

it.each([
	'tu pago fue rechazado, entra a https://premium-shaker.xyz',
	'HTTP://evil.example',
	'www.evil.example',
	'Entra a evil.com',
	'Ana Premium-Shaker.cl/pago',
	'paga en bit.ly/abc',
	'ｅｖｉｌ．ｃｏｍ',
	'evil。com',
	'evil｡com',
	'escribe a pagos@evil.example',
])('%j has an address of the web', (text) => {
	expect(hasWebAddress(text)).toBe(true)
})

it.each([
	'Ana',
	"D'Angelo-Núñez Jr.",
	'Av.Providencia 1234, depto. 501',
	'Pje. Los Aromos 12, Of.304',
	'José M. Caro 77 (casa 2)',
	'Cl. 5 Norte 1020',
	'Camino a Melipilla km 12.5',
	'Sta.Isabel 0450-B, torre A.',
])('%j has none', (text) => {
	expect(hasWebAddress(text)).toBe(false)
})
