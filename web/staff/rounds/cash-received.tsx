import { useState } from 'react'
import { formatClp } from '#domain/money.ts'
import { cashProblem } from '#domain/orders/handover.ts'
import { readWhole } from '#web/staff/edit/whole-number.ts'
import { Field } from '#web/ui/field.tsx'

/** State of the received cash for an order of `due` CLP (0: no cash to collect). */
export function useCashReceived(due: number) {
	const [typed, setTyped] = useState(String(due))
	const [isChecked, setChecked] = useState(false)
	const recibido = readWhole(typed) ?? 0
	const change = recibido - due
	const problem = due > 0 ? cashProblem(due, recibido) : undefined
	/** Returns whether the amount is invalid, and shows the error from then on. */
	function isWrong(): boolean {
		setChecked(problem !== undefined)
		return problem !== undefined
	}
	return { due, typed, setTyped, change, recibido, isWrong, problem: isChecked ? problem : undefined }
}

/** Field for the received cash, with the change. Renders nothing when no cash is due. */
export function CashReceived({ cash }: { cash: ReturnType<typeof useCashReceived> }) {
	if (cash.due === 0) return null
	return (
		<>
			<Field
				label={`Efectivo recibido (la orden cuesta ${formatClp(cash.due)})`}
				name="recibido"
				inputMode="numeric"
				value={cash.typed}
				error={cash.problem}
				onChange={(event) => cash.setTyped(event.currentTarget.value)}
			/>
			<p role="status">
				{cash.change >= 0 ? `Vuelto: ${formatClp(cash.change)}` : `Faltan ${formatClp(-cash.change)}`}
			</p>
		</>
	)
}
