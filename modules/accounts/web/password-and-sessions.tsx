import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { minPasswordCharacters } from '#core/rules/person-data.ts'
import { call, saveSession } from '#core/web/session/api.ts'
import { callWithIdentity } from '#core/web/session/identity-request.ts'
import { useSessionExpired } from '#core/web/session/login.ts'
import { fetchFrom, profileKey } from '#core/web/session/query-client.tsx'
import { Button, updateAndFocus } from '#core/web/ui/buttons.tsx'
import { useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { clearNotices, NoticePlace, notify } from '#core/web/ui/notices.tsx'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { Alert, Badge, LoadFailed } from '#core/web/ui/screen-parts.tsx'
import { deviceName } from '#modules/accounts/device-name.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import type { SessionsAnswer } from '#modules/accounts/shapes.ts'
import { focusUnlessMoved, NewPasswordFields, newPasswordProblems } from '#modules/accounts/web/account-parts.tsx'
import { type IdentityProof, PasswordAgain, ProveWithGoogle } from '#modules/accounts/web/identity-proof.tsx'

interface Props {
	/** False for an account with Google login alone, which sets its first password. */
	readonly hasPassword: boolean
	readonly email: string
}

function PasswordForm({ hasPassword, email, onDone, onCancel }: Props & { onDone: () => void; onCancel: () => void }) {
	const client = useQueryClient()
	const expired = useSessionExpired()
	const [problem, setProblem] = useState('')
	/** The new password during the Google proof of an account without one. */
	const [waiting, setWaiting] = useState<string>()
	const change = useMutation({
		mutationFn: (body: IdentityProof & { readonly new_password: string }) =>
			callWithIdentity(endpoints.changePassword, { body }),
	})

	async function send(new_password: string, proof: IdentityProof, onWrong?: (text: string) => void): Promise<void> {
		setProblem('')
		const answer = await change.mutateAsync({ ...proof, new_password })
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
	const { problems, formProps, refuseField } = useCheckedForm(({ password = '', new_password = '' }, element) => {
		if (!hasPassword) return setWaiting(new_password)
		void send(new_password, { password }, (text) => refuseField(element, 'password', text))
	}, newPasswordProblems)
	return (
		<form
			className="form above-s"
			{...formProps}
			onInput={(event) => {
				// The Google proof applies to the current fields: a password changed meanwhile is sent again.
				setWaiting(undefined)
				formProps.onInput(event)
			}}
		>
			<input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
			{hasPassword && <PasswordAgain error={problems.password} />}
			<NewPasswordFields
				problems={problems}
				hint={`Al menos ${minPasswordCharacters} caracteres. Cerramos tus otras sesiones.`}
			/>
			{problem && <Alert>{problem}</Alert>}
			{waiting !== undefined && <ProveWithGoogle onProof={(proof) => void send(waiting, proof)} />}
			<div className="row">
				<Button type="submit" isBusy={change.isPending}>
					Guardar contraseña
				</Button>
				<Button look="outline" onClick={onCancel}>
					Cancelar
				</Button>
			</div>
		</form>
	)
}

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

export const sessionsKey = ['sesiones'] as const

function SessionRow({ session, onEnded }: { session: SessionsAnswer['results'][number]; onEnded: () => void }) {
	const device = deviceName(session.dispositivo)
	const end = useMutation({
		mutationFn: () => call(endpoints.endSession, { params: { id: session.id } }),
		onSuccess(answer) {
			if (!answer.ok && answer.status !== 404)
				return notify('No pudimos cerrar esa sesión. Intenta nuevamente.', 'problem', { at: session.id })
			clearNotices()
			onEnded()
		},
	})
	return (
		<li className="own-row">
			<div>
				<p className="strong">{device}</p>
				<p className="muted small">{`Última actividad: ${formatMoment(session.used_at)}`}</p>
				<NoticePlace at={session.id} />
			</div>
			{session.actual ? (
				<Badge tone="ok">Esta sesión</Badge>
			) : (
				<Button look="plain" isBusy={end.isPending} onClick={() => end.mutate()}>
					Cerrar<span className="visually-hidden">{` la sesión de ${device}`}</span>
				</Button>
			)}
		</li>
	)
}

export function Sessions() {
	const client = useQueryClient()
	const title = useRef<HTMLHeadingElement>(null)
	const [ended, setEnded] = useState<readonly string[]>([])
	const { data, isError, refetch } = useQuery({
		queryKey: sessionsKey,
		queryFn: () => fetchFrom(endpoints.listSessions),
	})
	function onEnded(id: string): void {
		updateAndFocus(
			() => setEnded((before) => [...before, id]),
			() => focusUnlessMoved(title.current),
		)
		void client.invalidateQueries({ queryKey: sessionsKey })
	}
	return (
		<section aria-labelledby="tus-sesiones">
			<div className="own-head">
				<h2 ref={title} id="tus-sesiones" className="title-m">
					Sesiones abiertas
				</h2>
			</div>
			{data && (
				<ul>
					{data.results
						.filter(({ id }) => !ended.includes(id))
						.map((session) => (
							<SessionRow key={session.id} session={session} onEnded={() => onEnded(session.id)} />
						))}
				</ul>
			)}
			{!data && !isError && <Skeleton size="field" />}
			{isError && <LoadFailed isQuiet text="No pudimos cargar tus sesiones." onRetry={() => void refetch()} />}
		</section>
	)
}
