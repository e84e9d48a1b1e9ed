import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#core/web/session/api.ts'
import { withQueries } from '#core/web/session/query-client.tsx'
import { Button, LinkButton, ScreenLink, updateAndFocus } from '#core/web/ui/buttons.tsx'
import { SubmitButton, useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { requestPasswordReset } from '#modules/accounts/endpoints.ts'
import { AccountPage } from '#modules/accounts/web/account-parts.tsx'

/** Requests a reset link. The answer does not reveal whether the account exists. */
function ForgotPasswordScreen() {
	const [sentTo, setSentTo] = useState<string>()
	const title = useRef<HTMLHeadingElement>(null)
	const show = (email?: string) =>
		updateAndFocus(
			() => setSentTo(email),
			() => title.current,
		)
	const request = useMutation({
		mutationFn: (email: string) => call(requestPasswordReset, { body: { email } }),
		onSuccess(answer, email) {
			if (answer.ok) show(email)
		},
	})
	const { problems, formProps } = useCheckedForm(({ email = '' }) => request.mutate(email.trim()))
	const refusal = request.data?.ok === false ? request.data : undefined
	const failedText = 'Ocurrió un error al enviar el enlace. Intenta nuevamente.'
	const problem = refusal && (refusal.status === 429 ? refusal.text : failedText)
	if (sentTo !== undefined) {
		return (
			<AccountPage title="Revisa tu correo" titleRef={title}>
				<div role="status" className="stack">
					<p>
						Si hay una cuenta con <strong>{sentTo}</strong>, te enviamos un enlace que vale una hora.
					</p>
					<p className="muted">¿No lo ves? Busca también en spam o en promociones.</p>
				</div>
				<div className="form above-xl">
					<LinkButton to="/login">Volver a iniciar sesión</LinkButton>
					<Button look="plain" onClick={() => show()}>
						Usar otro correo
					</Button>
				</div>
			</AccountPage>
		)
	}
	return (
		<AccountPage title="Recupera tu contraseña" titleRef={title} intro="Te enviamos un enlace para elegir una nueva.">
			<form className="form" {...formProps}>
				<Field
					label="Correo electrónico"
					name="email"
					type="email"
					autoComplete="email"
					required
					data-missing="Ingresa tu correo."
					error={problems.email}
				/>
				{problem && <Alert>{problem}</Alert>}
				<SubmitButton isBusy={request.isPending}>Enviar enlace</SubmitButton>
			</form>
			<p className="account-links">
				<ScreenLink to="/login" className="link">
					Volver a iniciar sesión
				</ScreenLink>
			</p>
		</AccountPage>
	)
}

export default withQueries(ForgotPasswordScreen)
