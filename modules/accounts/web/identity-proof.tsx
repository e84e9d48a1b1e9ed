import { useState } from 'react'
import { PasswordField } from '#core/web/ui/password-field.tsx'
import { GoogleButton } from '#modules/accounts/web/google-button.tsx'

/** Proof of identity for an irreversible action. */
export type IdentityProof = { readonly password: string } | { readonly credential: string }

/** Password field of such a form; an account with Google login alone has none. */
export function PasswordAgain({ error }: { error: string | undefined }) {
	return (
		<PasswordField
			label="Contraseña actual"
			name="password"
			autoComplete="current-password"
			required
			data-missing="Ingresa tu contraseña actual."
			error={error}
		/>
	)
}

/** Button for a Google proof of identity. */
export function ProveWithGoogle({ onProof }: { onProof: (proof: IdentityProof) => void }) {
	const [isAbsent, setAbsent] = useState(false)
	return (
		<div className="stack">
			<p>{isAbsent ? 'Google no está disponible ahora. Intenta más tarde.' : 'Confirma con Google que eres tú.'}</p>
			{!isAbsent && (
				<GoogleButton onCredential={(credential) => onProof({ credential })} onAbsent={() => setAbsent(true)} />
			)}
		</div>
	)
}
