import { createHmac } from 'node:crypto'

/**
 * Signs a call to Flow: names in byte order, each followed by its raw value, without separators; 64 hexadecimal digits.
 */
export function signFlow(params: Readonly<Record<string, string>>, secretKey: string): string {
	const text = Object.keys(params)
		.sort()
		.map((name) => `${name}${params[name]}`)
		.join('')
	return createHmac('sha256', secretKey).update(text, 'utf8').digest('hex')
}
