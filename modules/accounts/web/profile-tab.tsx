import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { failures } from '#core/contract/failure.ts'
import { formatPhone, isPhone, phoneDigits } from '#core/rules/person-data.ts'
import { call, clearSession } from '#core/web/session/api.ts'
import { callWithIdentity, offerFile } from '#core/web/session/identity-request.ts'
import { useSessionExpired } from '#core/web/session/login.ts'
import { clearQueries, profileKey } from '#core/web/session/query-client.tsx'
import { Button, updateAndFocus } from '#core/web/ui/buttons.tsx'
import { useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { clearNotices, NoticePlace, notify } from '#core/web/ui/notices.tsx'
import { Alert, Slot } from '#core/web/ui/screen-parts.tsx'
import * as endpoints from '#modules/accounts/endpoints.ts'
import type { EditProfileRequest, ProfileAnswer } from '#modules/accounts/shapes.ts'
import { focusUnlessMoved } from '#modules/accounts/web/account-parts.tsx'
import { type IdentityProof, PasswordAgain, ProveWithGoogle } from '#modules/accounts/web/identity-proof.tsx'
import { ChangePassword, Sessions } from '#modules/accounts/web/password-and-sessions.tsx'
import { splitDireccion } from '#modules/delivery/address.ts'
import { formatDireccion, isEmptyDireccion, joinDireccion } from '#modules/delivery/delivery.ts'
import { privacySections, profileEdits, profileFacts, profileSections } from '#modules/lists/web/profile-tab.ts'
import '#core/web/ui/screen-parts.css'
import '#modules/delivery/web/delivery.css'

function Facts({ profile }: { profile: ProfileAnswer }) {
	const { nombre, apellido, email, telefono, direccion } = profile
	const facts: readonly (readonly [string, string])[] = [
		['Nombre', nombre || 'No registrado'],
		['Apellido', apellido || 'No registrado'],
		['Email', email || 'No registrado'],
		['Teléfono', telefono ? formatPhone(telefono) : 'No registrado'],
		['Dirección', isEmptyDireccion(direccion) ? 'No registrada' : direccion],
		...profileFacts.flatMap((of) => of(profile)),
	]
	return (
		<dl className="own-facts">
			{facts.map(([label, value]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd className={value.startsWith('No registrad') ? 'muted' : ''}>{value}</dd>
				</div>
			))}
		</dl>
	)
}

export function ProfileTab({ profile }: { profile: ProfileAnswer }) {
	const [isEditing, setEditing] = useState(false)
	const edit = useRef<HTMLButtonElement>(null)
	const onEnd = () =>
		updateAndFocus(
			() => setEditing(false),
			() => focusUnlessMoved(edit.current),
		)
	return (
		<div className="own-sections">
			<section aria-labelledby="tus-datos">
				<div className="own-head">
					<h2 id="tus-datos" className="title-m">
						Tus datos
					</h2>
					{!isEditing && (
						<Button ref={edit} look="plain" onClick={() => setEditing(true)}>
							Editar
						</Button>
					)}
				</div>
				{isEditing ? <EditProfile profile={profile} onEnd={onEnd} /> : <Facts profile={profile} />}
			</section>
			<ChangePassword hasPassword={profile.tiene_clave} email={profile.email} />
			{profileSections.map((Section) => (
				<Section key={Section.name} profile={profile} />
			))}
			<Sessions />
			<OwnData hasPassword={profile.tiene_clave} />
			{privacySections.map((Section) => (
				<Section key={Section.name} />
			))}
		</div>
	)
}

function EditProfile({ profile, onEnd }: { profile: ProfileAnswer; onEnd: () => void }) {
	const client = useQueryClient()
	const expired = useSessionExpired()
	const [problem, setProblem] = useState('')
	const save = useMutation({
		mutationFn: (body: EditProfileRequest) => call(endpoints.editProfile, { body }),
		onMutate: () => setProblem(''),
		onSuccess(answer) {
			if (answer.ok) {
				client.setQueryData(profileKey, answer.data)
				onEnd()
			} else if (answer.status === 401) expired('/perfil')
			else setProblem((answer.status !== 0 && answer.text) || 'No pudimos guardar tus datos. Intenta nuevamente.')
		},
	})
	const { problems, formProps } = useCheckedForm(
		(values) => {
			const { nombre = '', apellido = '', telefono = '', calle = '', numero = '' } = values
			const direccion = formatDireccion(joinDireccion(calle, numero))
			const ofModules = Object.assign({}, ...profileEdits.map(({ changesOf }) => changesOf(values)))
			save.mutate({ nombre, apellido, telefono: phoneDigits(telefono), direccion, ...ofModules })
		},
		({ telefono = '' }) => {
			const digits = phoneDigits(telefono)
			return { telefono: digits === '' || isPhone(digits) ? undefined : failures.telefono_invalido.text }
		},
	)
	const { calle, numero } = splitDireccion(profile.direccion)
	return (
		<form className="form above-s" {...formProps}>
			<div className="form-pair">
				<Field
					label="Nombre"
					name="nombre"
					defaultValue={profile.nombre}
					autoComplete="given-name"
					autoFocus
					required
					maxLength={150}
					pattern=".*\S.*"
					data-missing="Ingresa tu nombre."
					data-wrong="Ingresa tu nombre."
					error={problems.nombre}
				/>
				<Field
					label="Apellido"
					name="apellido"
					defaultValue={profile.apellido}
					autoComplete="family-name"
					maxLength={150}
					error={problems.apellido}
				/>
			</div>
			<Field
				label="Teléfono"
				name="telefono"
				type="tel"
				inputMode="numeric"
				autoComplete="tel-national"
				defaultValue={profile.telefono}
				maxLength={40}
				hint="9 dígitos. Lo usamos para coordinar la entrega."
				error={problems.telefono}
			/>
			<div className="form-address form-pair">
				<Field
					label="Dirección"
					name="calle"
					defaultValue={calle}
					autoComplete="address-line1"
					maxLength={230}
					hint="Te la ofrecemos al pagar."
					error={problems.calle}
				/>
				<Field
					label="Número / Depto."
					name="numero"
					defaultValue={numero}
					autoComplete="address-line2"
					maxLength={60}
					error={problems.numero}
				/>
			</div>
			<Slot parts={profileEdits.map(({ Part }) => Part)} props={{ profile }} />
			{problem && <Alert>{problem}</Alert>}
			<div className="row">
				<Button type="submit" isBusy={save.isPending}>
					Guardar
				</Button>
				<Button look="outline" onClick={onEnd}>
					Cancelar
				</Button>
			</div>
		</form>
	)
}

const downloadNotice = 'mis-datos'

function Download() {
	const expired = useSessionExpired()
	const download = useMutation({
		mutationFn: () => call(endpoints.downloadData),
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
		mutationFn: (body: IdentityProof) => callWithIdentity(endpoints.deleteAccount, { body }),
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
				onConfirm={() => {
					setProof(undefined)
					if (proof) removal.mutate(proof)
				}}
				onCancel={() => setProof(undefined)}
			>
				No se puede deshacer.
			</ConfirmDialog>
		</form>
	)
}

function OwnData({ hasPassword }: { hasPassword: boolean }) {
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
