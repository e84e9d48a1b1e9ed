import { useRef, useState } from 'react'
import { formatPhone } from '#core/rules/phone.ts'
import { Button } from '#core/web/ui/button.tsx'
import { updateAndFocus } from '#core/web/ui/update-and-focus.ts'
import type { ProfileAnswer } from '#modules/accounts/shapes.ts'
import { ChangePassword } from '#modules/accounts/web/change-password.tsx'
import { EditProfile } from '#modules/accounts/web/edit-profile.tsx'
import { focusUnlessMoved } from '#modules/accounts/web/focus-unless-moved.ts'
import { OwnData } from '#modules/accounts/web/own-data.tsx'
import { Sessions } from '#modules/accounts/web/sessions.tsx'
import { isEmptyDireccion } from '#modules/delivery/delivery.ts'
import { profileFacts, profileSections } from '#modules/slots/profile-tab.ts'
import '#core/web/ui/own-facts.css'

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
		</div>
	)
}
