import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { newTotpSecret, stepOfCode } from '#modules/second-factor/server/check-factor.ts'

const now = new Date('2026-11-24T15:00:10Z')
const step = now.getTime() / 1000 / 30

test('accepts a code of its own step and of the neighbouring ones', () => {
	const secret = newTotpSecret()
	const app = new TOTP({ secret: Secret.fromBase32(secret) })
	const codeAt = (seconds: number) => app.generate({ timestamp: now.getTime() + seconds * 1000 })
	expect(stepOfCode(secret, codeAt(0), now)).toBe(Math.floor(step))
	expect(stepOfCode(secret, codeAt(-30), now)).toBe(Math.floor(step) - 1)
	expect(stepOfCode(secret, codeAt(-90), now)).toBeUndefined()
})

test.each(['', '12345', '1234567', 'abcdef', '𒌁𒅢𘥌', '١٢٣٤٥٦'])('rejects %s as a code', (code) => {
	expect(stepOfCode(newTotpSecret(), code, now)).toBeUndefined()
})
