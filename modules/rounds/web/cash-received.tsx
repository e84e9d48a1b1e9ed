import { useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { readWhole } from '#core/web/edit/whole-number.ts'
import { FormField } from '#core/web/forms/form-fields.tsx'
import { cashProblem } from '#modules/orders/handover.ts'

/** The typed cash for an order of `due` CLP (0: no cash to collect), its change in CLP, and why it is invalid. */
export function receivedCash(typed: string | undefined, due: number) {
	const recibido = readWhole(typed ?? '') ?? 0
	return { due, recibido, change: recibido - due, problem: due > 0 ? cashProblem(due, recibido) : undefined }
}

/** Field for the received cash, with the change. Renders nothing when no cash is due. */
export function CashReceived({ due }: { due: number }) {
	const [typed, setTyped] = useState(String(due))
	if (due === 0) return null
	const { change } = receivedCash(typed, due)
	return (
		<>
			<FormField
				label={`Efectivo recibido (la orden cuesta ${formatClp(due)})`}
				name="recibido"
				isNumber
				value={typed}
				onChange={(event) => setTyped(event.currentTarget.value)}
			/>
			<p role="status">{change >= 0 ? `Vuelto: ${formatClp(change)}` : `Faltan ${formatClp(-change)}`}</p>
		</>
	)
}
