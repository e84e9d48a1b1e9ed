import { expect, it } from 'vitest'
import { readableEmail } from '#modules/accounts/server/account-mails.ts'

it.each([
	['ventas@xn--andu-fqa.cl', 'ventas@ñandu.cl'],
	['ventas@ejemplo.cl', 'ventas@ejemplo.cl'],
	// `сorreo.cl` with a Cyrillic letter
	['ventas@xn--orreo-y4e.cl', 'ventas@xn--orreo-y4e.cl'],
])('shows %s as %s', (email, shown) => expect(readableEmail(email)).toBe(shown))
