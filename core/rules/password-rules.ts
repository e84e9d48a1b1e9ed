export const minPasswordCharacters = 8
export const maxPasswordCharacters = 128

/** The NFC form of a password: ñ typed as one character or as two is the same password. */
export function normalizePassword(password: string): string {
	return password.normalize('NFC')
}

/** The rule that a new password breaks. Characters of any script count one each, also emoji. */
export function brokenPasswordRule(password: string): 'clave_corta' | 'clave_larga' | undefined {
	const characters = [...normalizePassword(password)].length
	if (characters < minPasswordCharacters) return 'clave_corta'
	if (characters > maxPasswordCharacters) return 'clave_larga'
	return undefined
}
