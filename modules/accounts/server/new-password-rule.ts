import { dictionary } from '@zxcvbn-ts/language-common'
import { brokenPasswordRule } from '#core/rules/password-rules.ts'
import { isGuessablePassword, type PasswordOwner } from '#modules/accounts/guessable-password.ts'

let commonPasswords: ReadonlySet<string> | undefined

/**
 * The rule that a new password of `owner` breaks. The 49,000 most leaked passwords are too long a list for the browser.
 */
export function brokenNewPasswordRule(
	password: string,
	owner: PasswordOwner,
): 'clave_corta' | 'clave_larga' | 'clave_comun' | undefined {
	commonPasswords ??= new Set(dictionary['passwords-common'].map(String))
	const broken = brokenPasswordRule(password)
	return broken ?? (isGuessablePassword(password, owner, commonPasswords) ? 'clave_comun' : undefined)
}
