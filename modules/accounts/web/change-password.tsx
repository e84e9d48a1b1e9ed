import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { minPasswordCharacters } from '#core/rules/password-rules.ts'
import { callWithIdentity } from '#core/web/session/identity-request.ts'
import { useSessionExpired } from '#core/web/session/login-state.ts'
import { profileKey } from '#core/web/session/query-client.tsx'
import { saveSession } from '#core/web/session/session.ts'
import { Alert } from '#core/web/ui/alert.tsx'
import { Button } from '#core/web/ui/button.tsx'
import { updateAndFocus } from '#core/web/ui/update-and-focus.ts'
import { useCheckedForm } from '#core/web/ui/use-checked-form.ts'
import * as endpoints from '#modules/accounts/profile-endpoints.ts'
import { focusUnlessMoved } from '#modules/accounts/web/focus-unless-moved.ts'
import { type IdentityProof, PasswordAgain, ProveWithGoogle } from '#modules/accounts/web/identity-proof.tsx'
import { NewPasswordFields, newPasswordProblems } from '#modules/accounts/web/new-password.tsx'
import { sessionsKey } from '#modules/accounts/web/sessions.tsx'

function useChange(hasPassword: boolean, onDone: () => void) {
	const client = useQueryClient()
	const expired = useSessionExpired()
	const [problem, setProblem] = useState('')
	/** State during the Google proof of an account without a password. */
	const [waiting, setWaiting] = useState<string>()

	const call = useMutation({
		mutationFn: (body: IdentityProof & { readonly new_password: string }) =>
			callWithIdentity(endpoints.changePassword, { body }),
	})

	async function send(new_password: string, proof: IdentityProof, onWrong?: (text: string) => void): Promise<void> {
		setProblem('')
		const answer = await call.mutateAsync({ ...proof, new_password })
		setWaiting(undefined)
		if (answer.ok) {
			saveSession(answer.data)
			onDone()
			// Other sessions have ended, and the account may have its first password.
			for (const queryKey of [sessionsKey, profileKey]) void client.invalidateQueries({ queryKey })
		} else if (answer.code === 'sesion_expirada') expired('/perfil')
		else if (answer.code === 'clave_incorrecta' && onWrong) onWrong(answer.text)
		else setProblem((answer.status !== 0 && answer.text) || 'Error al actualizar la contraseña.')
	}

	const form = useCheckedForm(({ password = '', new_password = '' }, element) => {
		if (!hasPassword) return setWaiting(new_password)
		void send(new_password, { password }, (text) => form.refuseField(element, 'password', text))
	}, newPasswordProblems)
	/** The Google proof applies to the current fields: a password changed meanwhile is sent again. */
	function onInput(event: FormEvent<HTMLFormElement>): void {
		setWaiting(undefined)
		form.formProps.onInput(event)
	}
	return { ...form, formProps: { ...form.formProps, onInput }, problem, isBusy: call.isPending, waiting, send }
}

function PasswordForm({ hasPassword, email, onDone, onCancel }: Props & { onDone: () => void; onCancel: () => void }) {
	const { problems, formProps, problem, isBusy, waiting, send } = useChange(hasPassword, onDone)
	return (
		<form className="form above-s" {...formProps}>
			<input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
			{hasPassword && <PasswordAgain error={problems.password} />}
			<NewPasswordFields
				problems={problems}
				hint={`Al menos ${minPasswordCharacters} caracteres. Cerramos tus otras sesiones.`}
			/>
			{problem && <Alert>{problem}</Alert>}
			{waiting !== undefined && <ProveWithGoogle onProof={(proof) => void send(waiting, proof)} />}
			<div className="row">
				<Button type="submit" isBusy={isBusy}>
					Guardar contraseña
				</Button>
				<Button look="outline" onClick={onCancel}>
					Cancelar
				</Button>
			</div>
		</form>
	)
}

interface Props {
	/** False for an account with Google login alone, which sets its first password. */
	readonly hasPassword: boolean
	readonly email: string
}

/** Form for a new password, which ends every other session. */
export function ChangePassword(props: Props) {
	const [step, setStep] = useState<'closed' | 'open' | 'done'>('closed')
	const section = useRef<HTMLElement>(null)
	const change = useRef<HTMLButtonElement>(null)
	const open = () =>
		updateAndFocus(
			() => setStep('open'),
			() => section.current?.querySelector<HTMLElement>('input:not([hidden])'),
		)
	const end = (last: 'closed' | 'done') =>
		updateAndFocus(
			() => setStep(last),
			() => focusUnlessMoved(change.current),
		)
	return (
		<section ref={section} aria-labelledby="tu-clave">
			<div className="own-head">
				<h2 id="tu-clave" className="title-m">
					Contraseña
				</h2>
				{step !== 'open' && (
					<Button ref={change} look="plain" onClick={open}>
						<span>{props.hasPassword ? 'Cambiar' : 'Crear'}</span>
						<span className="visually-hidden"> contraseña</span>
					</Button>
				)}
			</div>
			{step === 'closed' && (
				<p className="muted">
					{props.hasPassword
						? 'Cámbiala si crees que alguien más la conoce.'
						: 'Entras con Google. También puedes usar una.'}
				</p>
			)}
			{step === 'done' && <Alert tone="ok">Tu contraseña quedó guardada. Cerramos tus otras sesiones.</Alert>}
			{step === 'open' && <PasswordForm {...props} onDone={() => end('done')} onCancel={() => end('closed')} />}
		</section>
	)
}
