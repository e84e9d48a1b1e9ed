import { describe, expect, it } from 'vitest'
import { hasWebAddress, nameProblem } from '#core/rules/web-address.ts'

describe('nameProblem', () => {
	it.each([
		'premiumshaker-panel punto com',
		'Ana (dot) evil',
		'evil . com',
		'evil. com',
		'evil,com',
		'evil , com',
		'evil, com',
		'evil·com',
		'evil\u0589com',
		'http//evil',
		'[::1]/x',
		'localhost:3000',
		'localhost/x',
		'Llama al +56 9 1234 5678',
		'Ana 912345678',
		'Ana ９１２３４５６７８',
	])('rejects %j, which leads away', (name) => {
		expect(nameProblem(name)).toBe('texto_con_enlace')
	})

	it.each([
		'Ana María',
		"O'Higgins",
		'J. R. R.',
		'María-José',
		'Ñuñoa',
		'M. de la Cruz',
		'Rojas, Ana',
		'Soto , Juan',
		'Ma. Paz',
		'Marcel·la',
		'Juan Carlos 2',
		'Luis XIV',
		'Dot',
		'Punto',
		'Ana/Pedro',
		'Ana (Anita)',
		'محمد',
	])('accepts %j', (name) => expect(nameProblem(name)).toBeUndefined())
})

describe('a web address in a name', () => {
	describe('hasWebAddress', () => {
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
			'entra a premiumshaker-panel.zip/login',
			't.me/shaker',
			'x.com/shaker',
			'shaker.pro',
			'premium.pe',
			'youtu.be/abc',
			'bit.do/abc',
			'192.0.2.7/login',
			'evil\u200b.com',
			'evil.c\u00adom',
			'\u202emoc.live\u202c evil.com',
			'evil.cοm',
			'еvil.com',
			'evil[.]com',
			'evil (punto) com',
			'ñandu.cl',
			'evil.co.uk',
			'a.github.io',
			'evil.com:8080',
			'(evil.com)',
			'evil.com.',
			'¡evil.com!',
			'av.la/pago',
		])('finds a web address in %j', (text) => expect(hasWebAddress(text)).toBe(true))

		it.each([
			'Ana',
			'José',
			"D'Angelo-Núñez Jr.",
			'María-José',
			'Jr.',
			'O. Pérez',
			'J.P. Morgan',
			'St. John',
			'👩‍👧 Ana',
			'محمد',
			'Ma.de los Ángeles',
			'Иван Петров',
			'Av.Providencia 1234, depto. 501',
			'Av.La Dehesa 1234',
			'Pje. Los Aromos 12, Of.304',
			'José M. Caro 77 (casa 2)',
			'Cl. 5 Norte 1020',
			'Camino a Melipilla km 12.5',
			'Sta.Isabel 0450-B, torre A.',
			'4.860',
		])('finds none in %j', (text) => expect(hasWebAddress(text)).toBe(false))
	})
})
