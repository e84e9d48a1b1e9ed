import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText, hasLetter } from '#core/rules/text.ts'

describe('cleanText', () => {
	it.each([
		['José', 'José'],
		['SHAKER5000\u200b', 'SHAKER5000'],
		['\u200eSHAKER5000', 'SHAKER5000'],
		['\u2068SHAKER5000\u2069', 'SHAKER5000'],
		['a\u00adb\ufeff\u2060\u034f', 'ab'],
		['\u202eanA\u202c', 'anA'],
		['\u3164\u200b', ''],
		['\u00a0Ana\u2009María\u3000', 'Ana María'],
		['María‑José – Ana', 'María-José - Ana'],
		['uno\r\ndos\u2028tres', 'uno\ndos\ntres'],
	])('writes %j as %j', (typed, clean) => expect(cleanText(typed)).toBe(clean))

	it.each(['👩‍👧 Ana', '👩🏽‍🚀', '❤️', '🏳️‍🌈', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'محمد', 'می‌خواهم', 'क्‍ष', "D'Angelo", 'O. Pérez', 'Ana — Rojas'])(
		'keeps %j',
		(typed) => {
			expect(cleanText(typed)).toBe(typed.normalize('NFC'))
			expect(cleanText(cleanText(typed))).toBe(cleanText(typed))
		},
	)
})

describe('cleanLine', () => {
	it('reads tabs and ends of lines as spaces', () =>
		expect(cleanLine(' Ana\tMaría\r\nRojas\n')).toBe('Ana María Rojas'))
})

describe('hasLetter', () => {
	it.each([
		['Ana', true],
		['محمد', true],
		['👩‍👧', false],
		['123 .', false],
		['', false],
	])('of %j is %s', (text, has) => expect(hasLetter(cleanLine(text))).toBe(has))
})
