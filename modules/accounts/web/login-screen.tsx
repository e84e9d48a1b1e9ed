import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { TokenAnswer } from '#core/contract/token.ts'
import { type ApiAnswer, call } from '#core/web/session/api.ts'
import { useLoginState } from '#core/web/session/login-state.ts'
import { Alert } from '#core/web/ui/alert.tsx'
import { Field } from '#core/web/ui/field.tsx'
import { PasswordField } from '#core/web/ui/password-field.tsx'
import { ScreenLink } from '#core/web/ui/screen-link.tsx'
import { SubmitButton } from '#core/web/ui/submit-button.tsx'
import { useCheckedForm } from '#core/web/ui/use-checked-form.ts'
import { logIn } from '#modules/accounts/endpoints.ts'
import { AccountPage } from '#modules/accounts/web/account-page.tsx'
import { noAnswerText } from '#modules/accounts/web/account-parts.ts'
import { GoogleSignIn } from '#modules/accounts/web/google-sign-in.tsx'
import { type AskedStep, stepAskedBy, useOpenSession } from '#modules/accounts/web/use-open-session.ts'

/** Returns the message of a failed call; undefined for wrong credentials. */
function loginProblem(answer: Extract<ApiAnswer<never>, { ok: false }>): string | undefined {
	if (answer.status === 429) return answer.text
	return answer.status === 0 || answer.status >= 500 ? noAnswerText : undefined
}

function useLogIn() {
	const openSession = useOpenSession()
	const [problem, setProblem] = useState<string>()
	const [isRefused, setRefused] = useState(false)
	const [isBusy, setBusy] = useState(false)
	/** A module's login step after the password. */
	const [next, setNext] = useState<AskedStep>()
	const form = useCheckedForm(async ({ username = '', password = '' }, element) => {
		setBusy(true)
		setProblem(undefined)
		setRefused(false)
		const answer = await call(logIn, { body: { username: username.trim(), password } })
		if (answer.ok) return openSession(answer.data, () => setBusy(false))
		const asked = stepAskedBy(answer)
		if (asked) {
			setBusy(false)
			return setNext(asked)
		}
		const found = loginProblem(answer)
		setProblem(found)
		setRefused(found === undefined)
		setBusy(false)
		if (found === undefined) element.querySelector<HTMLElement>('[name="password"]')?.focus()
	})
	function onInput(event: FormEvent<HTMLFormElement>): void {
		setRefused(false)
		form.formProps.onInput(event)
	}
	const nextStep = next && {
		...next,
		onTokens: (tokens: TokenAnswer) => openSession(tokens, () => setNext(undefined)),
		onRestart(why?: string) {
			setProblem(why)
			setNext(undefined)
		},
	}
	return { ...form, formProps: { ...form.formProps, onInput }, problem, isRefused, isBusy, nextStep }
}

/** With a known address, as after a registration, the focus starts in the password. */
function useFocusPassword(correo: string | undefined) {
	const form = useRef<HTMLFormElement>(null)
	useEffect(() => {
		if (correo === undefined) return
		// After the shell has moved the focus to the new screen.
		const timer = setTimeout(() => form.current?.querySelector<HTMLElement>('[name="password"]')?.focus())
		return () => clearTimeout(timer)
	}, [correo])
	return form
}

function LoginLinks({ state }: { state: ReturnType<typeof useLoginState> }) {
	return (
		<nav className="account-links" aria-label="Ayuda para entrar">
			<ScreenLink to="/forgot-password" className="link">
				¿Olvidaste tu clave?
			</ScreenLink>
			<ScreenLink to="/register" state={state} className="link">
				Registrarse
			</ScreenLink>
		</nav>
	)
}

export default function LoginScreen() {
	const { problems, formProps, problem, isRefused, isBusy, nextStep } = useLogIn()
	const state = useLoginState()
	const message = problem ?? state.exito ?? state.mensaje
	const form = useFocusPassword(state.correo)
	if (nextStep) {
		const { title, Part, ...props } = nextStep
		return (
			<AccountPage title={title}>
				<Part {...props} />
			</AccountPage>
		)
	}
	return (
		<AccountPage title="Iniciar Sesión">
			{message && (
				<div className="below-l">
					<Alert tone={problem ? 'danger' : state.exito ? 'ok' : 'warn'} key={message}>
						{message}
					</Alert>
				</div>
			)}
			<form ref={form} className="form" {...formProps}>
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
					error={isRefused ? <span role="alert">Credenciales inválidas</span> : problems.password}
				/>
				<SubmitButton isBusy={isBusy}>Entrar</SubmitButton>
			</form>
			<GoogleSignIn />
			<LoginLinks state={state} />
		</AccountPage>
	)
}
