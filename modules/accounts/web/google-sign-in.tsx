import { useState } from 'react'
import type { TokenAnswer } from '#core/contract/token.ts'
import { call } from '#core/web/session/api.ts'
import { Alert } from '#core/web/ui/alert.tsx'
import { Button } from '#core/web/ui/button.tsx'
import { PasswordField } from '#core/web/ui/password-field.tsx'
import { useCheckedForm } from '#core/web/ui/use-checked-form.ts'
import { logInWithGoogle } from '#modules/accounts/endpoints.ts'
import {
	type GoogleAbsence,
	GoogleButton,
	type GoogleClaims,
	readGoogleToken,
} from '#modules/accounts/web/google-button.tsx'
import { type AskedStep, stepAskedBy, useOpenSession } from '#modules/accounts/web/use-open-session.ts'
import { currentCart } from '#modules/cart/web/cart-store.ts'

const failedText = 'Error al iniciar sesión con Google ❌'

interface Attempt {
	readonly credential: string
	readonly claims: GoogleClaims
}

type Step =
	| { readonly at: 'button' }
	| { readonly at: 'working'; readonly name: string }
	| { readonly at: 'next'; readonly next: AskedStep }
	| { readonly at: 'password'; readonly attempt: Attempt; readonly why: string }

function useGoogleSignIn() {
	const openSession = useOpenSession()
	const [step, setStep] = useState<Step>({ at: 'button' })
	const [problem, setProblem] = useState<string>()

	async function signIn(attempt: Attempt, password?: string): Promise<void> {
		const { credential, claims } = attempt
		setProblem(undefined)
		setStep({ at: 'working', name: `${claims.nombre} ${claims.apellido}`.trim() || claims.email })
		const body = { ...claims, carrito: currentCart(), credential, ...(password === undefined ? {} : { password }) }
		const answer = await call(logInWithGoogle, { body })
		if (answer.ok) return openSession(answer.data, () => setStep({ at: 'button' }))
		const next = stepAskedBy(answer)
		if (next) return setStep({ at: 'next', next })
		if (answer.code === 'google_requiere_clave') return setStep({ at: 'password', attempt, why: answer.text })
		if (password !== undefined && answer.code === 'credenciales_invalidas') {
			setProblem('Credenciales inválidas')
			return setStep({ at: 'password', attempt, why: '' })
		}
		setProblem(answer.status === 429 ? answer.text : failedText)
		setStep({ at: 'button' })
	}

	function onCredential(credential: string): void {
		const claims = readGoogleToken(credential)
		if (claims) void signIn({ credential, claims })
		else setProblem(failedText)
	}
	const nextStep = {
		onTokens: (tokens: TokenAnswer) => openSession(tokens, () => setStep({ at: 'button' })),
		onRestart(why?: string) {
			setProblem(why)
			setStep({ at: 'button' })
		},
	}
	return { step, problem, signIn, onCredential, nextStep }
}

function PasswordOnce({ why, onPassword }: { why: string; onPassword: (password: string) => void }) {
	const { problems, formProps } = useCheckedForm(({ google_password = '' }) => onPassword(google_password))
	return (
		<form className="form card" {...formProps}>
			{why && <p>{why}</p>}
			<PasswordField
				label="Contraseña de tu cuenta"
				name="google_password"
				autoComplete="current-password"
				required
				autoFocus
				data-missing="Ingresa tu contraseña."
				error={problems.google_password}
			/>
			<Button type="submit">Unir con Google</Button>
		</form>
	)
}

/** Google login: the button, the greeting during the call, and once the password to link an existing account. */
export function GoogleSignIn() {
	const { step, problem, signIn, onCredential, nextStep } = useGoogleSignIn()
	const [absence, setAbsence] = useState<GoogleAbsence>()
	if (absence === 'not_offered') return null
	if (absence === 'inside_app') {
		return (
			<p className="muted small above-l">
				Para entrar con Google, abre esta página en tu navegador: toca el menú (⋯ o ⋮) y elige «Abrir en el navegador».
			</p>
		)
	}
	return (
		<>
			<p className="or">o</p>
			<div className="stack loose">
				{problem && <Alert>{problem}</Alert>}
				{step.at === 'button' && <GoogleButton onCredential={onCredential} onAbsent={setAbsence} />}
				<div role="status">{step.at === 'working' && <p>{`Hola ${step.name}, iniciando sesión...`}</p>}</div>
				{step.at === 'next' && <step.next.Part asked={step.next.asked} {...nextStep} />}
				{step.at === 'password' && (
					<PasswordOnce why={step.why} onPassword={(password) => void signIn(step.attempt, password)} />
				)}
			</div>
		</>
	)
}
