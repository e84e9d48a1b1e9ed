import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { failures } from '#contract/failure.ts'
import { minPasswordCharacters } from '#domain/accounts/password-rules.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { newPasswordProblems } from '#web/accounts/new-password.ts'
import { NewPasswordFields } from '#web/accounts/new-password-fields.tsx'
import { callApi } from '#web/api.ts'
import { askApi, withQueries } from '#web/query-client.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'

interface Link {
	readonly uid: string
	readonly token: string
}

function NewPasswordForm({ link, onDone }: { link: Link; onDone: () => void }) {
	const [problem, setProblem] = useState<string>()
	const [isBusy, setBusy] = useState(false)
	const { problems, formProps } = useCheckedForm(async ({ new_password = '' }) => {
		setBusy(true)
		setProblem(undefined)
		const answer = await callApi('/api/auth/password-reset/confirm/', {
			method: 'POST',
			body: { ...link, new_password },
		})
		setBusy(false)
		if (answer.ok) onDone()
		else setProblem((answer.status !== 0 && answer.text) || 'Error al actualizar la contraseña.')
	}, newPasswordProblems)
	return (
		<form className="form" {...formProps}>
			<NewPasswordFields problems={problems} hint={`Al menos ${minPasswordCharacters} caracteres.`} />
			{problem && <Alert>{problem}</Alert>}
			<SubmitButton isBusy={isBusy}>Guardar</SubmitButton>
		</form>
	)
}

function InvalidLink() {
	return (
		<AccountPage title="Este enlace ya no sirve">
			<Alert>{failures.enlace_clave_invalido.text}</Alert>
			<div className="form mt-8">
				<LinkButton to="/forgot-password">Solicitar otro enlace</LinkButton>
			</div>
		</AccountPage>
	)
}

/** Choosing a new password with the link from the mail, which is checked first. */
function ResetPasswordScreen() {
	const { uid = '', token = '' } = useParams()
	const [isDone, setDone] = useState(false)
	const check = useQuery({
		queryKey: ['enlace-clave', uid, token],
		queryFn: () =>
			askApi<{ valid: boolean }>(`/api/auth/password-reset/validate/?${new URLSearchParams({ uid, token })}`),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	})
	if (isDone) {
		return (
			<AccountPage title="Tu contraseña quedó guardada">
				<Alert tone="ok">Ya puedes entrar con ella. Cerramos tus otras sesiones.</Alert>
				<div className="form mt-8">
					<LinkButton to="/login">Iniciar sesión</LinkButton>
				</div>
			</AccountPage>
		)
	}
	if (check.isError) {
		return (
			<AccountPage title="No pudimos revisar el enlace">
				<Alert>No pudimos conectar con la tienda. Intenta nuevamente.</Alert>
				<div className="form mt-8">
					<Button onClick={() => void check.refetch()}>Reintentar</Button>
				</div>
			</AccountPage>
		)
	}
	if (check.data && !check.data.valid) return <InvalidLink />
	return (
		<AccountPage title="Crea una nueva contraseña">
			{check.data ? (
				<NewPasswordForm link={{ uid, token }} onDone={() => setDone(true)} />
			) : (
				<p role="status">Validando enlace…</p>
			)}
		</AccountPage>
	)
}

export default withQueries(ResetPasswordScreen)
