import { expect, it } from 'vitest'
import { decrypt } from './decrypt.ts'

// The example of RFC 8291, section 5 and appendix A.
const keys = {
	publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
	privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
	auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const body = Buffer.from(
	'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
	'base64url',
)

it('decrypt reads the example of the standard', () => {
	expect(decrypt(body, keys)).toBe('When I grow up, I want to be a watermelon')
})

it('decrypt rejects an altered message, and one for another browser', () => {
	const altered = Buffer.from(body)
	altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1
	expect(() => decrypt(altered, keys)).toThrow()
	expect(() => decrypt(body, { ...keys, auth: 'AAAAAAAAAAAAAAAAAAAAAA' })).toThrow()
})
