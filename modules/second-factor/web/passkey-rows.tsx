import { useRef, useState } from 'react'
import { maxPasskeys } from '#core/rules/limits.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import type { SecondFactorAnswer } from '#modules/second-factor/shapes.ts'
import { knowsPasskeys } from '#modules/second-factor/web/passkeys.ts'

type Passkey = SecondFactorAnswer['llaves'][number]

interface PasskeyRowProps {
	readonly passkey: Passkey
	readonly isBusy: boolean
	readonly onRemove: () => void
}

function PasskeyRow({ passkey, isBusy, onRemove }: PasskeyRowProps) {
	const [isAsking, setAsking] = useState(false)
	const { nombre, sincronizada, created_at, used_at } = passkey
	return (
		<li className="own-row">
			<div>
				<p className="strong">{nombre}</p>
				<p className="muted small">
					{[
						used_at ? `Último uso: ${formatMoment(used_at)}` : `Agregada: ${formatMoment(created_at)}`,
						sincronizada ? 'Se sincroniza entre tus dispositivos' : 'Solo en ese dispositivo',
					].join(' · ')}
				</p>
			</div>
			<Button look="plain" isBusy={isBusy} onClick={() => setAsking(true)}>
				Quitar<span className="visually-hidden">{` la llave de ${nombre}`}</span>
			</Button>
			<ConfirmDialog
				isOpen={isAsking}
				title="¿Quitar esta llave de acceso?"
				confirmText="Quitar"
				onConfirm={() => {
					setAsking(false)
					onRemove()
				}}
				onCancel={() => setAsking(false)}
			>
				Si es tu único segundo paso, entrarás solo con tu contraseña. Bórrala también en tu dispositivo.
			</ConfirmDialog>
		</li>
	)
}

interface PasskeyRowsProps {
	readonly passkeys: readonly Passkey[]
	readonly isBusy: boolean
	readonly onAdd: () => void
	readonly onRemove: (id: string) => Promise<void>
}

export function PasskeyRows({ passkeys, isBusy, onAdd, onRemove }: PasskeyRowsProps) {
	const title = useRef<HTMLParagraphElement>(null)
	async function remove(id: string): Promise<void> {
		await onRemove(id)
		// The pressed row is removed; the focus moves to the remaining content.
		title.current?.focus()
	}
	const canAdd = knowsPasskeys() && passkeys.length < maxPasskeys
	return (
		<>
			<div className="own-row">
				<div>
					<p ref={title} tabIndex={-1} className="strong">
						Llaves de acceso
					</p>
					<p className="muted small">
						{knowsPasskeys()
							? 'Tu huella, tu cara, el PIN de tu dispositivo o una llave de seguridad. Nadie las puede copiar con un sitio falso.'
							: 'Este navegador no puede usarlas. Prueba con otro, o con https.'}
					</p>
				</div>
				{canAdd && (
					<Button look="outline" isBusy={isBusy} onClick={onAdd}>
						Agregar<span className="visually-hidden"> una llave de acceso</span>
					</Button>
				)}
			</div>
			{passkeys.length > 0 && (
				<ul>
					{passkeys.map((passkey) => (
						<PasskeyRow key={passkey.id} passkey={passkey} isBusy={isBusy} onRemove={() => void remove(passkey.id)} />
					))}
				</ul>
			)}
		</>
	)
}
