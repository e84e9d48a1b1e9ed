import { failures } from '#core/contract/failure.ts'
import { brokenPasswordRule } from '#core/rules/password-rules.ts'
import { PasswordField } from '#core/web/ui/password-field.tsx'

/** Returns the messages for a new password and its repetition, by field name. */
export function newPasswordProblems(values: Readonly<Record<string, string>>): Record<string, string | undefined> {
	const { new_password = '', repeat_password = '' } = values
	const rule = brokenPasswordRule(new_password)
	if (rule) return { new_password: failures[rule].text }
	return { repeat_password: new_password === repeat_password ? undefined : 'Las contraseñas no coinciden.' }
}

interface NewPasswordFieldsProps {
	/** Messages by field (new-password.ts). */
	readonly problems: Readonly<Partial<Record<string, string>>>
	readonly hint: string
}

export function NewPasswordFields({ problems, hint }: NewPasswordFieldsProps) {
	return (
		<>
			<PasswordField
				label="Nueva contraseña"
				name="new_password"
				autoComplete="new-password"
				required
				hint={hint}
				data-missing={failures.clave_corta.text}
				error={problems.new_password}
			/>
			<PasswordField
				label="Repetir contraseña"
				name="repeat_password"
				autoComplete="new-password"
				required
				data-missing="Las contraseñas no coinciden."
				error={problems.repeat_password}
			/>
		</>
	)
}
