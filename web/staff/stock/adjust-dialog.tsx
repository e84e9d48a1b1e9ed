import { useId, useState } from 'react'
import { adjustStock } from '#contract/staff/product-endpoints.ts'
import type { StockOutlook } from '#contract/staff/stock.ts'
import { requestTo } from '#web/session/api.ts'
import { useAct } from '#web/staff/act.ts'
import { reasons, stockAdjustmentOf } from '#web/staff/stock/adjustment.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Field } from '#web/ui/field.tsx'

/** Changes the stock by a number of units, with a reason for the ledger. */
export function AdjustDialog({ product, onClose }: { product: StockOutlook; onClose: () => void }) {
	const { act, isBusy, problem } = useAct()
	const [wrong, setWrong] = useState<Partial<Record<'unidades' | 'nota', string>>>({})
	const id = useId()
	const called = product.color || product.nombre

	async function adjust(values: Readonly<Record<string, string>>): Promise<void> {
		const body = stockAdjustmentOf(values, product.stock)
		if ('problem' in body) return setWrong({ [body.field]: body.problem })
		setWrong({})
		const request = requestTo(adjustStock, { params: { id: product.id }, body })
		if (await act({ request, done: `Stock de ${called} ajustado` })) onClose()
	}
	return (
		<ActionDialog
			title={`Ajustar el stock de ${called}`}
			confirmText="Ajustar"
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={(values) => void adjust(values)}
		>
			<p>{`Hay ${product.stock} ${product.stock === 1 ? 'unidad' : 'unidades'}.`}</p>
			<fieldset className="two-ways stack tight">
				<legend className="visually-hidden">Movimiento</legend>
				<label>
					<input type="radio" name="sentido" value="entran" defaultChecked />
					Entran
				</label>
				<label>
					<input type="radio" name="sentido" value="salen" />
					Salen
				</label>
			</fieldset>
			<Field
				label="Unidades"
				name="unidades"
				inputMode="numeric"
				autoComplete="off"
				error={wrong.unidades}
				onInput={() => setWrong({})}
			/>
			<Field
				label="Motivo"
				name="nota"
				list={`${id}-motivos`}
				maxLength={300}
				autoComplete="off"
				error={wrong.nota}
				onInput={() => setWrong({})}
			/>
			<datalist id={`${id}-motivos`}>
				{reasons.map((reason) => (
					<option key={reason} value={reason} />
				))}
			</datalist>
		</ActionDialog>
	)
}
