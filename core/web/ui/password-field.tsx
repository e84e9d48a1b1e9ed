import { useState } from 'react'
import { Field, type FieldProps } from '#core/web/ui/field.tsx'
import '#core/web/ui/password-field.css'

/** A password field with a button that reveals it, against typing errors on phones. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
	const [isShown, setShown] = useState(false)
	return (
		<Field
			autoCapitalize="none"
			spellCheck={false}
			{...props}
			type={isShown ? 'text' : 'password'}
			trailing={
				<button type="button" className="input-trailing" onClick={() => setShown(!isShown)}>
					<span>{isShown ? 'Ocultar' : 'Mostrar'}</span>
					<span className="visually-hidden"> contraseña</span>
				</button>
			}
		/>
	)
}
