import { describe, expect, it } from 'vitest'
import { isInsideApp, readGoogleToken } from '#modules/accounts/web/identity-proof.tsx'

const tokenOf = (claims: unknown) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`

describe('readGoogleToken', () => {
	it('splits the name into its first word and the rest, accents included', () => {
		expect(readGoogleToken(tokenOf({ email: 'jose@gmail.com', name: 'José Ñuñoa Pérez' }))).toEqual({
			email: 'jose@gmail.com',
			nombre: 'José',
			apellido: 'Ñuñoa Pérez',
		})
	})

	it('accepts a token without a name', () => {
		expect(readGoogleToken(tokenOf({ email: 'a@gmail.com' }))).toEqual({
			email: 'a@gmail.com',
			nombre: '',
			apellido: '',
		})
	})

	it('returns nothing for an invalid token', () => {
		for (const text of ['', 'abc', 'a.%%%.c', tokenOf(null), tokenOf({ name: 'Ana' })]) {
			expect(readGoogleToken(text)).toBeUndefined()
		}
	})
})

describe('isInsideApp', () => {
	const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
	const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8'

	it.each([
		`${iPhone} Mobile/15E148 Instagram 335.0.0.29.93 (iPhone14,5)`,
		`${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0.36.109]`,
		`${iPhone} Mobile/15E148 musical_ly_34.5.0 BytedanceWebview/d8a21c6`,
		`${iPhone} Mobile/15E148`,
		`${android} Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36`,
		`${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36 trill_340 TikTok/34.0`,
	])('detects the browser of an app: %s', (userAgent) => {
		expect(isInsideApp(userAgent)).toBe(true)
	})

	it.each([
		`${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`,
		`${iPhone} CriOS/126.0.0.0 Mobile/15E148 Safari/604.1`,
		`${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36`,
		'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
	])('accepts a browser: %s', (userAgent) => {
		expect(isInsideApp(userAgent)).toBe(false)
	})
})
