import { useState } from 'react'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import '#web/ui/password-field.css'

/** A password, which can be looked at before it is sent: on a phone it is easily mistyped. */
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
