import { createHmac } from 'node:crypto'

/**
 * Signs the parameters of a call to Flow: names in byte order (not as a language sorts them), each followed by its raw value,
 * with nothing in between, as 64 hexadecimal digits.
 */
export function signFlow(params: Readonly<Record<string, string>>, secretKey: string): string {
	const text = Object.keys(params)
		.sort()
		.map((name) => `${name}${params[name]}`)
		.join('')
	return createHmac('sha256', secretKey).update(text, 'utf8').digest('hex')
}
