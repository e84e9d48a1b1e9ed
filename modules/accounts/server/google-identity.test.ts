import { expect, it } from 'vitest'
import { decideGoogleLogin, isGoogleAuthoritative } from '#modules/accounts/server/google-identity.ts'

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

const account = { isEmailVerified: true, isJoinedWithAnother: false }

it.each([
	['a known identity signs in', { isKnownIdentity: true, isGoogleAuthoritative: false, account }, 'sign_in'],
	[
		'a new address makes an account',
		{ isKnownIdentity: false, isGoogleAuthoritative: false, account: undefined },
		'create',
	],
	[
		'an account both sides verified is joined',
		{ isKnownIdentity: false, isGoogleAuthoritative: true, account },
		'link',
	],
	[
		'an account the shop never verified asks for its password',
		{ isKnownIdentity: false, isGoogleAuthoritative: true, account: { ...account, isEmailVerified: false } },
		'ask_password',
	],
	[
		'an address that Google does not answer for asks for the password',
		{ isKnownIdentity: false, isGoogleAuthoritative: false, account },
		'ask_password',
	],
	[
		'an account joined with another identity asks for its password',
		{ isKnownIdentity: false, isGoogleAuthoritative: true, account: { ...account, isJoinedWithAnother: true } },
		'ask_password',
	],
] as const)('%s', (_sentence, facts, expected) => {
	expect(decideGoogleLogin(facts)).toBe(expected)
})
