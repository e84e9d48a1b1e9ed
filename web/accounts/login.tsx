import { useState } from 'react'
import type { TokenAnswer } from '#contract/accounts/token.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { GoogleSignIn } from '#web/accounts/google-sign-in.tsx'
import { useOpenSession } from '#web/accounts/use-open-session.ts'
import { useLoginState } from '#web/accounts/way-back.ts'
import { type ApiAnswer, callApi } from '#web/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'

/** Why a login failed, as the customer reads it. Only what says nothing about the account is told apart. */
function loginProblem(answer: Extract<ApiAnswer<never>, { ok: false }>): string {
	if (answer.status === 429) return answer.text
	if (answer.status === 0 || answer.status >= 500) return 'No pudimos conectar con la tienda. Intenta nuevamente.'
	return 'Credenciales inválidas'
}

function useLogIn() {
	const openSession = useOpenSession()
	const [problem, setProblem] = useState<string>()
	const [isBusy, setBusy] = useState(false)
	const form = useCheckedForm(async ({ username = '', password = '' }) => {
		setBusy(true)
		setProblem(undefined)
		const body = { username: username.trim(), password }
		const answer = await callApi<TokenAnswer>('/api/token/', { method: 'POST', body })
		if (answer.ok) return openSession(answer.data, () => setBusy(false))
		setProblem(loginProblem(answer))
		setBusy(false)
	})
	return { ...form, problem, isBusy }
}

/** Login by e-mail and password, or with Google. */
export default function LoginScreen() {
	const { problems, formProps, problem, isBusy } = useLogIn()
	const state = useLoginState()
	const message = problem ?? state.mensaje
	return (
		<AccountPage title="Iniciar Sesión">
			{message && (
				<div className="mb-6">
					<Alert tone={problem ? 'danger' : 'warn'} key={message}>
						{message}
					</Alert>
				</div>
			)}
			<form className="form" {...formProps}>
				<Field
					label="Correo electrónico"
					name="username"
					defaultValue={state.correo}
					type="email"
					autoComplete="username"
					required
					data-missing="Ingresa tu correo."
					error={problems.username}
				/>
				<PasswordField
					label="Contraseña"
					name="password"
					autoComplete="current-password"
					required
					data-missing="Ingresa tu contraseña."
					error={problems.password}
				/>
				<SubmitButton isBusy={isBusy}>Entrar</SubmitButton>
			</form>
			<GoogleSignIn />
			<nav className="account-links" aria-label="Ayuda para entrar">
				<ScreenLink to="/forgot-password" className="link">
					¿Olvidaste tu clave?
				</ScreenLink>
				<ScreenLink to="/register" state={state} className="link">
					Registrarse
				</ScreenLink>
			</nav>
		</AccountPage>
	)
}
