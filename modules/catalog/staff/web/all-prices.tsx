import { useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { ActionForm, FormField } from '#core/web/forms/action-form.tsx'
import { checked, readWhole } from '#core/web/forms/checked.ts'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { sku } from '#modules/catalog/product.ts'
import { readStock, setAllPrices } from '#modules/catalog/staff/endpoints.ts'

const title = 'Precio de todos los colores'

/** Opens the form of one price for every colour on sale. */
export function AllPrices() {
	const [isOpen, setOpen] = useState(false)
	return (
		<>
			<Button look="outline" onClick={() => setOpen(true)}>
				{title}
			</Button>
			{isOpen && <AllPricesForm onClose={() => setOpen(false)} />}
		</>
	)
}

/** Asks for the price, and shows what it changes as it is typed. Opens once the colours are loaded: they would move its buttons. */
function AllPricesForm({ onClose }: { onClose: () => void }) {
	const { rows, isFirst } = useListPage('stock', () => requestTo(readStock))
	const [typed, setTyped] = useState('')
	const precio = readWhole(typed) ?? 0
	if (isFirst) return null
	return (
		<ActionForm
			title={title}
			confirmText="Cambiar precios"
			onClose={onClose}
			act={() =>
				checked(
					{ precio: precio === 0 ? 'Escribe el precio en pesos, sin decimales.' : undefined },
					{ request: requestTo(setAllPrices, { body: { precio } }), done: `Todos los colores: ${formatClp(precio)}` },
				)
			}
		>
			<FormField
				label="Precio ($)"
				name="precio"
				isNumber
				maxLength={12}
				onChange={({ target }) => setTyped(target.value)}
			/>
			<ul className="digits">
				{rows
					.filter((product) => product.sku === sku)
					.map((product) => (
						<li key={product.id}>
							<span>{`${product.color}: ${formatClp(product.precio)}`}</span>
							{precio > 0 && <strong>{product.precio === precio ? ' no cambia' : ` → ${formatClp(precio)}`}</strong>}
						</li>
					))}
			</ul>
			<p>Después cada color puede tener otro precio, en su fila. Una orden hecha conserva el suyo.</p>
		</ActionForm>
	)
}
