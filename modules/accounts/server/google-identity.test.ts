import { expect, it } from 'vitest'
import { isGoogleAuthoritative, needsPassword } from '#modules/accounts/server/google-identity.ts'

it.each([
	['ana@gmail.com', true, undefined, true],
	['ana@gmail.com', false, undefined, false],
	['ana@empresa.cl', true, 'empresa.cl', true],
	['ana@empresa.cl', false, 'empresa.cl', false],
	['ana@empresa.cl', true, undefined, false],
	['ana@empresa.cl', true, '', false],
	['ana@otragmail.com', true, undefined, false],
	['ana@gmail.com.cl', true, undefined, false],
])('decides whether Google hosts %s (verified: %s, domain: %s): %s', (email, isVerified, hostedDomain, expected) => {
	expect(isGoogleAuthoritative(email, isVerified, hostedDomain)).toBe(expected)
})

const at = new Date('2026-11-20T12:00:00Z')
const account = { email_verified_at: at, google_sub: null }

it.each([
	['an account both sides verified is linked', true, account, false],
	['an account Google cannot vouch for needs the password', false, account, true],
	['an account the shop never verified needs the password', true, { ...account, email_verified_at: null }, true],
	['an account linked to another identity needs the password', true, { ...account, google_sub: 'other' }, true],
])('%s', (_, isAuthoritative, known, expected) => expect(needsPassword({ isAuthoritative }, known)).toBe(expected))
