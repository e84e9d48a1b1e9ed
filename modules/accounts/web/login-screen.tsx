import { startTransition, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type ApiAnswer, call, saveSession, type Tokens } from '#core/web/session/api.ts'
import { useLoginState } from '#core/web/session/login.ts'
import { clearQueries } from '#core/web/session/query-client.tsx'
import { Button, LinkButton, ScreenLink } from '#core/web/ui/buttons.tsx'
import { SubmitButton, useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { Field, PasswordField } from '#core/web/ui/fields.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { logIn, logInWithGoogle, readProfile } from '#modules/accounts/endpoints.ts'
import {
	AccountPage,
	type LoginStep,
	type LoginStepProps,
	noAnswerText,
	passwordOfRegistration,
} from '#modules/accounts/web/account-parts.tsx'
import {
	type GoogleAbsence,
	GoogleButton,
	type GoogleClaims,
	readGoogleToken,
} from '#modules/accounts/web/identity-proof.tsx'
import { colorsIn, OrderToPay, useCartToPay } from '#modules/accounts/web/order-to-pay.tsx'
import { readCart } from '#modules/cart/cart.ts'
import { currentCart, saveCart } from '#modules/cart/web/cart-store.ts'
import { storeCart } from '#modules/cart/web/saved-cart.ts'
import { loginSteps } from '#modules/lists/web/login-steps.ts'

export default function LoginScreen() {
	const openSession = useOpenSession()
	const [problem, setProblem] = useState<string>()
	const [isRefused, setRefused] = useState(false)
	const [isBusy, setBusy] = useState(false)
	const [next, setNext] = useState<AskedStep>()
	const { problems, formProps } = useCheckedForm(async ({ username = '', password = '' }, element) => {
		setBusy(true)
		setProblem(undefined)
		setRefused(false)
		const answer = await call(logIn, { body: { username: username.trim(), password } })
		if (answer.ok) return openSession(answer.data, () => setBusy(false))
		setBusy(false)
		const asked = stepAskedBy(answer)
		if (asked) return setNext(asked)
		if (answer.status === 429) return setProblem(answer.text)
		if (answer.status === 0 || answer.status >= 500) return setProblem(noAnswerText)
		setRefused(true)
		element.querySelector<HTMLElement>('[name="password"]')?.focus()
	})
	const state = useLoginState()
	const message = problem ?? state.exito ?? state.mensaje
	const [password] = useState(passwordOfRegistration.read)
	const cart = useCartToPay()
	const form = useRef<HTMLFormElement>(null)
	// With a known address the focus starts in the password; after a registration, where both are known, at the button.
	useEffect(() => {
		if (state.correo === undefined) return
		const next = password === undefined ? '[name="password"]' : '[type="submit"]'
		// After the shell has moved the focus to the new screen.
		const timer = setTimeout(() => form.current?.querySelector<HTMLElement>(next)?.focus())
		return () => clearTimeout(timer)
	}, [state.correo, password])
	useEffect(() => passwordOfRegistration.write(undefined), [])
	if (next) {
		const { title, Part, asked } = next
		return (
			<AccountPage title={title}>
				<Part
					asked={asked}
					onTokens={(tokens) => openSession(tokens, () => setNext(undefined))}
					onRestart={(why) => {
						setProblem(why)
						setNext(undefined)
					}}
				/>
			</AccountPage>
		)
	}
	return (
		<AccountPage
			title="Iniciar Sesión"
			{...(cart.length > 0 && {
				intro: 'Para pagar, entra o crea tu cuenta: así guardamos tu pedido y puedes seguirlo.',
				colors: colorsIn(cart),
			})}
		>
			<OrderToPay cart={cart} />
			{message && (
				<div className="below-l">
					<Alert tone={problem ? 'danger' : state.exito ? 'ok' : 'warn'} key={message}>
						{message}
					</Alert>
				</div>
			)}
			<form
				ref={form}
				className="form"
				{...formProps}
				onInput={(event) => {
					setRefused(false)
					formProps.onInput(event)
				}}
			>
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
					defaultValue={password}
					autoComplete="current-password"
					required
					data-missing="Ingresa tu contraseña."
					error={isRefused ? <span role="alert">Credenciales inválidas</span> : problems.password}
				/>
				<SubmitButton isBusy={isBusy}>Entrar</SubmitButton>
			</form>
			<GoogleSignIn />
			<nav className="account-ways" aria-label="Ayuda para entrar">
				<LinkButton to="/register" state={state} look="outline">
					Registrarse
				</LinkButton>
				<ScreenLink to="/forgot-password" className="link">
					¿Olvidaste tu clave?
				</ScreenLink>
			</nav>
		</AccountPage>
	)
}

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
function GoogleSignIn() {
	const openSession = useOpenSession()
	const [step, setStep] = useState<Step>({ at: 'button' })
	const [problem, setProblem] = useState<string>()
	const showButton = () => setStep({ at: 'button' })

	async function signIn(attempt: Attempt, password?: string): Promise<void> {
		const { credential, claims } = attempt
		setProblem(undefined)
		setStep({ at: 'working', name: `${claims.nombre} ${claims.apellido}`.trim() || claims.email })
		const body = { ...claims, carrito: currentCart(), credential, ...(password === undefined ? {} : { password }) }
		const answer = await call(logInWithGoogle, { body })
		if (answer.ok) return openSession(answer.data, showButton)
		const next = stepAskedBy(answer)
		if (next) return setStep({ at: 'next', next })
		if (answer.code === 'google_requiere_clave') return setStep({ at: 'password', attempt, why: answer.text })
		if (password !== undefined && answer.code === 'credenciales_invalidas') {
			setProblem('Credenciales inválidas')
			return setStep({ at: 'password', attempt, why: '' })
		}
		setProblem(answer.status === 429 ? answer.text : failedText)
		showButton()
	}

	function onCredential(credential: string): void {
		const claims = readGoogleToken(credential)
		if (claims) void signIn({ credential, claims })
		else setProblem(failedText)
	}
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
				{step.at === 'next' && (
					<step.next.Part
						asked={step.next.asked}
						onTokens={(tokens) => openSession(tokens, showButton)}
						onRestart={(why) => {
							setProblem(why)
							showButton()
						}}
					/>
				)}
				{step.at === 'password' && (
					<PasswordOnce why={step.why} onPassword={(password) => void signIn(step.attempt, password)} />
				)}
			</div>
		</>
	)
}

/**
 * Returns the last step of every login: store the tokens, merge the carts, then open the cart or the previous page.
 * `onArrival` resets the form when that screen is shown: the form stays mounted if the customer logs out or goes back while
 * the code of the next screen loads.
 */
function useOpenSession(): (tokens: Tokens, onArrival: () => void) => Promise<void> {
	const navigate = useNavigate()
	const { from } = useLoginState()
	return async (tokens, onArrival) => {
		clearQueries()
		saveSession(tokens)
		await mergeCart()
		navigate(from ?? '/carrito', { replace: from !== undefined })
		startTransition(onArrival)
	}
}

type AskedStep = Pick<LoginStep, 'title' | 'Part'> & Pick<LoginStepProps, 'asked'>

function stepAskedBy(answer: Extract<ApiAnswer<unknown>, { ok: false }>): AskedStep | undefined {
	const step = loginSteps.find(({ code }) => code === answer.code)
	return step && { title: step.title, Part: step.Part, asked: answer.extra }
}

/** After a login: a filled cart is stored with the account; an empty one is replaced by the account's. */
export async function mergeCart(): Promise<void> {
	const here = currentCart()
	if (here.length > 0) return storeCart(here)
	const answer = await call(readProfile)
	if (!answer.ok) return console.error('the saved cart could not be read', answer.status, answer.code)
	const savedCart = readCart(answer.data.carrito)
	if (savedCart.length > 0 && currentCart().length === 0) saveCart(savedCart)
}
