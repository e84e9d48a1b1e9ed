export const wrongRutText = 'Ese RUT no es válido. Revisa los números y el dígito verificador.'

/** Whether a text is a RUT: 7 or 8 digits, with or without dots, and the check digit (module 11). */
export function isRut(text: string): boolean {
	const [, body = '', sign] = /^(\d{7,8})([\dK])$/.exec(text.replace(/[.\s-]/g, '').toUpperCase()) ?? []
	return sign !== undefined && sign === checkSignOf(body)
}

/**
 * The weighted sum of the digits from right to left (2 to 7, repeated) is completed to a multiple of 11; 10 is written
 * K.
 */
function checkSignOf(body: string): string {
	const sum = [...body].reverse().reduce((total, digit, at) => total + Number(digit) * (2 + (at % 6)), 0)
	const rest = (11 - (sum % 11)) % 11
	return rest === 10 ? 'K' : String(rest)
}

/** A RUT in the tax authority's form, `12345678-9` with K in upper case; undefined for an invalid one. */
export function normalizeRut(text: string): string | undefined {
	if (!isRut(text)) return undefined
	const signs = text.replace(/[.\s-]/g, '').toUpperCase()
	return `${signs.slice(0, -1)}-${signs.slice(-1)}`
}

/** The digits of a RUT, with or without its check digit, as `76543210`; undefined for other text. */
export function meantRut(text: string): string | undefined {
	const body = text.replace(/[.\s-]/g, '')
	return normalizeRut(text) ?? (/^\d{7,8}$/.test(body) ? `${body}-${checkSignOf(body)}` : undefined)
}

/** A RUT for display, `12.345.678-9`; other text is returned unchanged. */
export function formatRut(text: string): string {
	return normalizeRut(text)?.replace(/\B(?=(\d{3})+-)/g, '.') ?? text
}
