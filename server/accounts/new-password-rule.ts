import { dictionary } from '@zxcvbn-ts/language-common'
import { isGuessablePassword, type PasswordOwner } from '#domain/accounts/guessable-password.ts'
import { brokenPasswordRule } from '#domain/accounts/password-rules.ts'

let commonPasswords: ReadonlySet<string> | undefined

/**
 * Tells which rule a new password of `owner` breaks. The list of common passwords (49,000, of those that leaked most) is too
 * long for a page, so the browser knows only the rules of length.
 */
export function brokenNewPasswordRule(
	password: string,
	owner: PasswordOwner,
): 'clave_corta' | 'clave_larga' | 'clave_comun' | undefined {
	commonPasswords ??= new Set(dictionary['passwords-common'].map(String))
	const broken = brokenPasswordRule(password)
	return broken ?? (isGuessablePassword(password, owner, commonPasswords) ? 'clave_comun' : undefined)
}
