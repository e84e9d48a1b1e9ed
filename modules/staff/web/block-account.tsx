import { useState } from 'react'
import { maxBlockReason } from '#core/rules/limits.ts'
import { ActionForm, FormField } from '#core/web/forms/action-form.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { blockAccount } from '#modules/staff/endpoints.ts'
import type { AccountBlock } from '#modules/staff/shapes.ts'
import '#modules/staff/web/block-account.css'

/** The choice between the lists' accounts in use and the blocked ones. */
export const blockChips = {
	param: 'bloqueadas',
	options: [
		['', 'En uso'],
		['true', 'Bloqueadas'],
	],
} as const

interface BlockProps {
	readonly id: number
	readonly name: string
	readonly bloqueo: Partial<AccountBlock> | undefined
}

/** Since when and why an account is blocked, and the way to block it or to lift the block. */
export function BlockAccount({ id, name, bloqueo }: BlockProps) {
	const [isOpen, setOpen] = useState(false)
	const bloqueada = bloqueo === undefined
	return (
		<>
			{bloqueo?.desde && (
				<p className="block-reason muted small">
					{['Bloqueada desde el', formatMoment(bloqueo.desde), bloqueo.motivo && `· ${bloqueo.motivo}`]
						.filter(Boolean)
						.join(' ')}
				</p>
			)}
			<button type="button" className="staff-action" onClick={() => setOpen(true)}>
				<span>{bloqueo ? 'Levantar el bloqueo' : 'Bloquear'}</span>
				<span className="visually-hidden">{`${bloqueo ? ' de' : ''} la cuenta de ${name}`}</span>
			</button>
			{isOpen && (
				<ActionForm
					title={bloqueada ? `Bloquear la cuenta de ${name}` : `Levantar el bloqueo de ${name}`}
					confirmText={bloqueada ? 'Bloquear' : 'Levantar el bloqueo'}
					onClose={() => setOpen(false)}
					act={({ motivo = '' }) => ({
						request: requestTo(blockAccount, { params: { id }, body: { bloqueada, motivo } }),
						done: bloqueada ? 'Cuenta bloqueada' : 'Bloqueo levantado',
					})}
				>
					{bloqueada ? (
						<>
							<p>
								Mientras dure no puede hacer ni pagar pedidos, no le escribimos y no aparece en las listas ni en los
								archivos de clientes. Sus pedidos en curso siguen, con sus correos. Puede entrar, ver sus pedidos, y
								descargar o eliminar sus datos.
							</p>
							<p>Se levanta en Usuarios o en Clientes, con el filtro «Bloqueadas».</p>
							<FormField
								label="Motivo (opcional)"
								name="motivo"
								maxLength={maxBlockReason}
								hint="Lo ve el equipo. El cliente lo recibe si descarga sus datos."
								isOptional
							/>
						</>
					) : (
						<p>Podrá comprar y recibir correos otra vez, y vuelve a las listas.</p>
					)}
				</ActionForm>
			)}
		</>
	)
}
