import { useState } from 'react'
import { ActionForm } from '#core/web/forms/action-form.tsx'
import { FormField } from '#core/web/forms/form-fields.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/button.tsx'
import { cancelTogether } from '#modules/staff-orders/endpoints.ts'
import type { OrderDetail, OrderGroup } from '#modules/staff-orders/shapes.ts'

const groupText: Readonly<Record<OrderGroup, string>> = { red: 'de esta red', hora: 'de esa hora' }
const whoText: Readonly<Record<OrderGroup, string>> = {
	red: 'Son de cuentas que no han confirmado su correo y piden desde la misma red.',
	hora: 'Son todas las que se hicieron en la misma hora, de quien sea: mira antes la lista de órdenes.',
}

type Together = NonNullable<OrderDetail['juntas'][OrderGroup]>

function Dialog({
	detail,
	group,
	together,
	onClose,
}: {
	detail: OrderDetail
	group: OrderGroup
	together: Together
	onClose: () => void
}) {
	const many = `las ${together.ordenes} órdenes sin pagar ${groupText[group]}`
	return (
		<ActionForm
			title={`¿Cancelar ${many}?`}
			confirmText={`Cancelar ${together.ordenes} órdenes`}
			confirmLook="danger"
			onClose={onClose}
			act={({ motivo = '' }) => {
				const body = { grupo: group, motivo: motivo.trim() }
				return { request: requestTo(cancelTogether, { params: { id: detail.id }, body }), done: 'Órdenes canceladas' }
			}}
		>
			<p>
				{`${whoText[group]} Ninguna se ha pagado ni tiene comprobante. Vuelven al stock ${together.unidades} unidades, y cada cliente recibe un correo.`}
			</p>
			<FormField label="Motivo para los clientes (opcional)" name="motivo" isOptional maxLength={300} />
		</ActionForm>
	)
}

/** Cancels the unpaid orders of the order's network or hour at once, where there are at least two. */
export function CancelTogether({ detail }: { detail: OrderDetail }) {
	const [open, setOpen] = useState<OrderGroup>()
	// As they were when the dialog opened, also while the orders are being cancelled.
	const [asked, setAsked] = useState<Together>()
	const groups = (['red', 'hora'] as const).flatMap((group) => {
		const together = detail.juntas[group]
		return together ? [{ group, together }] : []
	})
	if (groups.length === 0 && !open) return null
	return (
		<div className="order-actions row tight">
			{groups.map(({ group, together }) => (
				<Button
					key={group}
					look="outline"
					onClick={() => {
						setAsked(together)
						setOpen(group)
					}}
				>
					{`Cancelar las ${together.ordenes} órdenes sin pagar ${groupText[group]}`}
				</Button>
			))}
			{open && asked && <Dialog detail={detail} group={open} together={asked} onClose={() => setOpen(undefined)} />}
		</div>
	)
}
