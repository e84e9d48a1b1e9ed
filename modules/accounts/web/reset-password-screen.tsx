import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { failures } from '#core/contract/failure.ts'
import { minPasswordCharacters } from '#core/rules/person-data.ts'
import { call } from '#core/web/session/api.ts'
import { fetchFrom, withQueries } from '#core/web/session/query-client.tsx'
import { Button, LinkButton, updateAndFocus } from '#core/web/ui/buttons.tsx'
import { SubmitButton, useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { confirmPasswordReset, validatePasswordReset } from '#modules/accounts/endpoints.ts'
import {
	AccountPage,
	focusUnlessMoved,
	NewPasswordFields,
	newPasswordProblems,
} from '#modules/accounts/web/account-parts.tsx'

/** State of the link: valid until it is used, here or in another tab. */
type End = 'saved' | 'invalid'

interface NewPasswordFormProps {
	readonly link: { readonly uid: string; readonly token: string }
	readonly onEnd: (end: End) => void
}

function NewPasswordForm({ link, onEnd }: NewPasswordFormProps) {
	const [problem, setProblem] = useState<string>()
	const save = useMutation({
		mutationFn: (new_password: string) => call(confirmPasswordReset, { body: { ...link, new_password } }),
		onMutate: () => setProblem(undefined),
		onSuccess(answer) {
			if (answer.ok) onEnd('saved')
			else if (answer.code === 'enlace_clave_invalido') onEnd('invalid')
			else setProblem((answer.status !== 0 && answer.text) || 'Error al actualizar la contraseña.')
		},
	})
	const { problems, formProps } = useCheckedForm(
		({ new_password = '' }) => save.mutate(new_password),
		newPasswordProblems,
	)
	return (
		<form className="form" {...formProps}>
			<NewPasswordFields problems={problems} hint={`Al menos ${minPasswordCharacters} caracteres.`} />
			{problem && <Alert>{problem}</Alert>}
			<SubmitButton isBusy={save.isPending}>Guardar</SubmitButton>
		</form>
	)
}

/** Sets a new password with the mailed link, which is checked first. */
function ResetPasswordScreen() {
	const { uid = '', token = '' } = useParams()
	const [end, setEnd] = useState<End>()
	const title = useRef<HTMLHeadingElement>(null)
	const onEnd = (became: End) =>
		updateAndFocus(
			() => setEnd(became),
			() => focusUnlessMoved(title.current),
		)
	const check = useQuery({
		queryKey: ['enlace-clave', uid, token],
		queryFn: () => fetchFrom(validatePasswordReset, { query: { uid, token } }),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	})
	if (end === 'saved') {
		return (
			<AccountPage title="Tu contraseña quedó guardada" titleRef={title}>
				<Alert tone="ok">Ya puedes entrar con ella. Cerramos tus otras sesiones.</Alert>
				<div className="form above-xl">
					<LinkButton to="/login">Iniciar sesión</LinkButton>
				</div>
			</AccountPage>
		)
	}
	if (check.isError) {
		return (
			<AccountPage title="No pudimos revisar el enlace">
				<Alert>No pudimos conectar con la tienda. Intenta nuevamente.</Alert>
				<div className="form above-xl">
					<Button onClick={() => void check.refetch()}>Reintentar</Button>
				</div>
			</AccountPage>
		)
	}
	if (end === 'invalid' || (check.data && !check.data.valid)) {
		return (
			<AccountPage title="Este enlace ya no sirve" titleRef={title}>
				<Alert>{failures.enlace_clave_invalido.text}</Alert>
				<div className="form above-xl">
					<LinkButton to="/forgot-password">Solicitar otro enlace</LinkButton>
				</div>
			</AccountPage>
		)
	}
	return (
		<AccountPage title="Crea una nueva contraseña">
			{check.data ? <NewPasswordForm link={{ uid, token }} onEnd={onEnd} /> : <p role="status">Validando enlace…</p>}
		</AccountPage>
	)
}

export default withQueries(ResetPasswordScreen)
