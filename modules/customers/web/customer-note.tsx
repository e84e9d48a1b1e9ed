import { useState } from 'react'
import { maxCustomerNote } from '#core/rules/limits.ts'
import { ActionForm } from '#core/web/forms/action-form.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { TextAreaField } from '#core/web/ui/fields.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { writeNote } from '#modules/customers/endpoints.ts'
import type { CustomerNote } from '#modules/customers/shapes.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import '#modules/customers/web/customers.css'

interface NoteProps {
	readonly id: number
	readonly name: string
	readonly note: CustomerNote | null
}

/** The note of staff on a customer, with who wrote it and when, and the way to change it. */
export function Note({ id, name, note }: NoteProps) {
	const [isOpen, setOpen] = useState(false)
	return (
		<>
			{note && <p className="customer-note">{note.texto}</p>}
			{note && <p className="muted small">{`${note.usuario ?? 'la tienda'} · ${formatMoment(note.created_at)}`}</p>}
			<button type="button" className="staff-action" onClick={() => setOpen(true)}>
				<span>{note ? 'Cambiar la nota' : 'Anotar'}</span>
				<span className="visually-hidden">{` sobre ${name}`}</span>
			</button>
			{isOpen && (
				<ActionForm
					title={`Nota sobre ${name}`}
					confirmText="Guardar"
					onClose={() => setOpen(false)}
					act={({ texto = '' }) => ({
						request: requestTo(writeNote, { params: { id }, body: { texto } }),
						done: texto.trim() === '' ? 'Nota borrada' : 'Nota guardada',
					})}
				>
					<TextAreaField
						label="Nota"
						name="texto"
						rows={4}
						maxLength={maxCustomerNote}
						defaultValue={note?.texto}
						hint="La ve el equipo. El cliente la recibe si pide sus datos, y se borra con su cuenta."
					/>
				</ActionForm>
			)}
		</>
	)
}

function OrderNote({ detail: { cliente, nota_cliente } }: { detail: OrderDetail }) {
	if (!cliente) return null
	const name = `${cliente.first_name} ${cliente.last_name}`.trim() || cliente.email
	return <Note id={cliente.id} name={name} note={nota_cliente} />
}

/** The note on the customer, in the panel's order. */
export const noteBlock = {
	titleOf: ({ cliente }: OrderDetail) => (cliente ? 'Nota sobre el cliente' : undefined),
	Part: OrderNote,
}
