import { failures } from '#core/contract/failure.ts'
import { PasswordField } from '#core/web/ui/password-field.tsx'

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
