import { useMutation } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { failures } from '#core/contract/failure.ts'
import { brokenPasswordRule, minPasswordCharacters } from '#core/rules/person-data.ts'
import { call } from '#core/web/session/api.ts'
import { type LoginState, useLoginState } from '#core/web/session/login.ts'
import { withQueries } from '#core/web/session/query-client.tsx'
import { PreloadScreen, ScreenLink } from '#core/web/ui/buttons.tsx'
import { SubmitButton, useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { Field, FieldMessage, PasswordField } from '#core/web/ui/fields.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { register } from '#modules/accounts/endpoints.ts'
import type { RegisterRequest } from '#modules/accounts/shapes.ts'
import { AccountPage, passwordOfRegistration } from '#modules/accounts/web/account-parts.tsx'
import { colorsIn, OrderToPay, useCartToPay } from '#modules/accounts/web/order-to-pay.tsx'

const redirectMs = 1500

/** First and last name, as printed on orders and documents. */
const nameFields = [
	{ label: 'Nombre', name: 'first_name', autoComplete: 'given-name', missing: 'Ingresa tu nombre.' },
	{ label: 'Apellido', name: 'last_name', autoComplete: 'family-name', missing: 'Ingresa tu apellido.' },
] as const

/** Registration: the server's message, then the login 1.5 s later. */
function RegisterScreen() {
	const navigate = useNavigate()
	const preload = use(PreloadScreen)
	const state = useLoginState()
	const cart = useCartToPay()
	const registration = useMutation({ mutationFn: (body: RegisterRequest) => call(register, { body }) })
	const { data: answer, variables } = registration
	const { problems, formProps } = useCheckedForm(
		({ email = '', first_name = '', last_name = '', password = '' }) =>
			registration.mutate({ email: email.trim(), first_name, last_name, password, consentimiento: true }),
		({ password = '' }) => {
			const rule = brokenPasswordRule(password)
			return { password: rule && failures[rule].text }
		},
	)
	const done = answer?.ok ? answer.data?.message || 'Registro exitoso' : undefined
	const problem = answer && !answer.ok ? (answer.status !== 0 && answer.text) || '❌ Error al registrar' : undefined
	// biome-ignore lint/correctness/useExhaustiveDependencies: the delay runs once; the state does not change meanwhile
	useEffect(() => {
		if (!done) return
		preload('/login')
		const timer = setTimeout(() => {
			// Stored only on redirect: on a shared computer the next person who opens the login must not find it.
			passwordOfRegistration.write(variables?.password)
			navigate('/login', { state: { ...state, exito: done, correo: variables?.email ?? '' } satisfies LoginState })
		}, redirectMs)
		return () => clearTimeout(timer)
	}, [done])
	return (
		<AccountPage
			title="Crea tu cuenta"
			intro="Para pagar más rápido y seguir tus pedidos."
			{...(cart.length > 0 && { colors: colorsIn(cart) })}
		>
			<OrderToPay cart={cart} />
			<form className="form" {...formProps}>
				<div className="form-pair">
					{nameFields.map(({ name, missing, ...field }) => (
						<Field
							{...field}
							key={name}
							name={name}
							required
							maxLength={150}
							pattern=".*\S.*"
							data-missing={missing}
							data-wrong={missing}
							error={problems[name]}
						/>
					))}
				</div>
				<Field
					label="Correo electrónico"
					name="email"
					type="email"
					autoComplete="email"
					required
					data-missing="Ingresa tu correo."
					error={problems.email}
				/>
				<PasswordField
					label="Contraseña"
					name="password"
					autoComplete="new-password"
					required
					hint={`Al menos ${minPasswordCharacters} caracteres.`}
					data-missing="Elige una contraseña."
					error={problems.password}
				/>
				<div className="check">
					<input
						id="consentimiento"
						name="consentimiento"
						type="checkbox"
						required
						data-missing="Para crear tu cuenta necesitamos que aceptes la política de privacidad."
						aria-invalid={problems.consentimiento ? true : undefined}
						aria-describedby={problems.consentimiento ? 'consentimiento-error' : undefined}
					/>
					<span>
						<label htmlFor="consentimiento">Acepto la política de privacidad.</label>{' '}
						<a href="/politicas#privacidad" target="_blank" rel="noreferrer" className="link">
							Leerla<span className="visually-hidden"> (se abre en otra pestaña)</span>
						</a>
					</span>
					<FieldMessage id="consentimiento" error={problems.consentimiento} />
				</div>
				{problem && <Alert>{problem}</Alert>}
				{done && <Alert tone="ok">{done}</Alert>}
				{/* Busy until the login opens: it cannot send twice, and it retains the focus, unlike a disabled button. */}
				<SubmitButton isBusy={registration.isPending || done !== undefined}>Registrarse</SubmitButton>
			</form>
			<p className="account-links">
				<ScreenLink to="/login" state={state} className="link">
					¿Ya tienes cuenta? Inicia sesión
				</ScreenLink>
			</p>
		</AccountPage>
	)
}

export default withQueries(RegisterScreen)
