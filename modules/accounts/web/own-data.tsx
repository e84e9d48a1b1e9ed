import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, clearSession } from '#core/web/session/api.ts'
import { callWithIdentity, offerFile } from '#core/web/session/identity-request.ts'
import { useSessionExpired } from '#core/web/session/login.ts'
import { clearQueries } from '#core/web/session/query-client.tsx'
import { Button, updateAndFocus } from '#core/web/ui/buttons.tsx'
import { useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { clearNotices, NoticePlace, notify } from '#core/web/ui/notices.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { deleteAccount, downloadData } from '#modules/accounts/endpoints.ts'
import { type IdentityProof, PasswordAgain, ProveWithGoogle } from '#modules/accounts/web/identity-proof.tsx'

const downloadNotice = 'mis-datos'

function Download() {
	const expired = useSessionExpired()
	const download = useMutation({
		mutationFn: () => call(downloadData),
		onSuccess(answer) {
			if (answer.ok) {
				clearNotices()
				const text = JSON.stringify(answer.data, null, 2)
				offerFile('mis-datos.json', new Blob([text], { type: 'application/json' }))
			} else if (answer.code === 'sesion_expirada') expired('/perfil')
			else {
				const text = answer.status === 429 ? answer.text : 'No pudimos preparar tus datos. Intenta nuevamente.'
				notify(text, 'problem', { at: downloadNotice })
			}
		},
	})
	return (
		<div>
			<NoticePlace at={downloadNotice} />
			<Button look="outline" isBusy={download.isPending} onClick={() => download.mutate()}>
				Descargar mis datos
			</Button>
		</div>
	)
}

function DeleteForm({ hasPassword, onCancel }: { hasPassword: boolean; onCancel: () => void }) {
	const navigate = useNavigate()
	const expired = useSessionExpired()
	const [problem, setProblem] = useState('')
	const [proof, setProof] = useState<IdentityProof>()

	const removal = useMutation({
		mutationFn: (body: IdentityProof) => callWithIdentity(deleteAccount, { body }),
		onSuccess(answer) {
			if (answer.ok) {
				clearSession()
				clearQueries()
				navigate('/login', { replace: true, state: { mensaje: 'Tu cuenta quedó eliminada.' } })
			} else if (answer.code === 'sesion_expirada') expired('/perfil')
			else setProblem((answer.status !== 0 && answer.text) || 'No pudimos eliminar tu cuenta. Intenta nuevamente.')
		},
	})
	function ask(given: IdentityProof): void {
		setProblem('')
		setProof(given)
	}
	function confirm(): void {
		setProof(undefined)
		if (proof) removal.mutate(proof)
	}
	const { problems, formProps } = useCheckedForm(({ password = '' }) => ask({ password }))
	return (
		<form className="form above-s" {...formProps}>
			<p className="muted">
				Borramos tus datos personales y cerramos tus sesiones. Guardamos de tus compras solo lo que la ley tributaria
				exige y, mientras una orden está en curso, lo que hace falta para entregarla.
			</p>
			{hasPassword ? <PasswordAgain error={problems.password} /> : <ProveWithGoogle onProof={ask} />}
			{problem && <Alert>{problem}</Alert>}
			<div className="row">
				{hasPassword && (
					<Button type="submit" look="danger" isBusy={removal.isPending}>
						Eliminar mi cuenta
					</Button>
				)}
				<Button look="outline" onClick={onCancel}>
					Conservar mi cuenta
				</Button>
			</div>
			<ConfirmDialog
				isOpen={proof !== undefined}
				title="¿Eliminar tu cuenta?"
				confirmText="Eliminar"
				onConfirm={confirm}
				onCancel={() => setProof(undefined)}
			>
				No se puede deshacer.
			</ConfirmDialog>
		</form>
	)
}

export function OwnData({ hasPassword }: { hasPassword: boolean }) {
	const [isDeleting, setDeleting] = useState(false)
	const section = useRef<HTMLElement>(null)
	const title = useRef<HTMLHeadingElement>(null)
	const remove = useRef<HTMLButtonElement>(null)
	// An account without a password has no field for the focus.
	const open = () =>
		updateAndFocus(
			() => setDeleting(true),
			() => section.current?.querySelector('input') ?? title.current,
		)
	const close = () =>
		updateAndFocus(
			() => setDeleting(false),
			() => remove.current,
		)
	return (
		<section ref={section} aria-labelledby="tu-privacidad">
			<div className="own-head">
				<h2 ref={title} id="tu-privacidad" className="title-m">
					Privacidad
				</h2>
			</div>
			{isDeleting ? (
				<DeleteForm hasPassword={hasPassword} onCancel={close} />
			) : (
				<>
					<p className="muted below-m">Tus datos son tuyos: llévatelos o pide que los borremos.</p>
					<div className="own-data-actions">
						<Download />
						<Button ref={remove} look="plain" onClick={open}>
							Eliminar mi cuenta
						</Button>
					</div>
				</>
			)}
		</section>
	)
}
