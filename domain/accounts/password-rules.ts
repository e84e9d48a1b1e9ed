export const minPasswordCharacters = 8
export const maxPasswordCharacters = 128

/** The one form of a password: the same letters typed on two keyboards (ñ as one sign or as two) are the same password. */
export function normalizePassword(password: string): string {
	return password.normalize('NFC')
}

/** Tells which rule a new password breaks. Characters of any script count one each, an emoji too. */
export function brokenPasswordRule(password: string): 'clave_corta' | 'clave_larga' | undefined {
	const characters = [...normalizePassword(password)].length
	if (characters < minPasswordCharacters) return 'clave_corta'
	if (characters > maxPasswordCharacters) return 'clave_larga'
	return undefined
}
