import { useId } from 'react'
import { ActionForm } from '#core/web/forms/action-form.tsx'
import { FormField } from '#core/web/forms/form-fields.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { adjustStock } from '#modules/staff-products/endpoints.ts'
import type { StockOutlook } from '#modules/staff-products/shapes.ts'
import { reasons, stockAdjustmentOf } from '#modules/staff-products/web/stock/adjustment.ts'

/** Changes the stock by a number of units, with a reason for the ledger. */
export function AdjustDialog({ product, onClose }: { product: StockOutlook; onClose: () => void }) {
	const id = useId()
	const called = product.color || product.nombre
	return (
		<ActionForm
			title={`Ajustar el stock de ${called}`}
			confirmText="Ajustar"
			onClose={onClose}
			act={(values) => {
				const body = stockAdjustmentOf(values, product.stock)
				if ('wrong' in body) return body
				const request = requestTo(adjustStock, { params: { id: product.id }, body })
				return { request, done: `Stock de ${called} ajustado` }
			}}
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
			<FormField label="Unidades" name="unidades" isNumber />
			<FormField label="Motivo" name="nota" list={`${id}-motivos`} maxLength={300} />
			<datalist id={`${id}-motivos`}>
				{reasons.map((reason) => (
					<option key={reason} value={reason} />
				))}
			</datalist>
		</ActionForm>
	)
}
