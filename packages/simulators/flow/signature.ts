import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns whether `s` signs the other parameters: names in byte order, each followed by its raw value, without separators. */
export function isSigned(params: Readonly<Record<string, string>>, secretKey: string): boolean {
	const { s = '', ...signed } = params
	const text = Object.keys(signed)
		.sort()
		.map((name) => `${name}${signed[name]}`)
		.join('')
	const expected = createHmac('sha256', secretKey).update(text).digest()
	const given = Buffer.from(s, 'hex')
	return given.length === expected.length && timingSafeEqual(given, expected)
}
