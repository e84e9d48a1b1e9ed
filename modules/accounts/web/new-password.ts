import { failures } from '#core/contract/failure.ts'
import { brokenPasswordRule } from '#core/rules/password-rules.ts'

/** Returns the messages for a new password and its repetition, by field name. */
export function newPasswordProblems(values: Readonly<Record<string, string>>): Record<string, string | undefined> {
	const { new_password = '', repeat_password = '' } = values
	const rule = brokenPasswordRule(new_password)
	if (rule) return { new_password: failures[rule].text }
	return { repeat_password: new_password === repeat_password ? undefined : 'Las contraseñas no coinciden.' }
}
