import { formatClp } from '#core/rules/money.ts'
import { packingList } from '#modules/rounds/packing.ts'
import type { DeliverySheet } from '#modules/rounds/shapes/delivery-sheets.ts'
import { unitsText } from '#modules/rounds/web/round-text.ts'

const unitsOf = (list: readonly { readonly cantidad: number }[]) =>
	list.reduce((sum, { cantidad }) => sum + cantidad, 0)

/** The packing list: units per colour, one row with a tick box per order, and the cash to collect. */
export function PackingPage({ sheets }: { sheets: readonly DeliverySheet[] }) {
	const list = packingList(sheets)
	const cash = sheets.reduce((sum, { por_cobrar }) => sum + por_cobrar, 0)
	return (
		<article className="sheets-list" aria-labelledby="empacar">
			<h4 id="empacar">Para empacar</h4>
			<table className="packing">
				<caption className="visually-hidden">Unidades de cada color</caption>
				<thead>
					<tr>
						<th scope="col">Color</th>
						<th scope="col">Unidades</th>
					</tr>
				</thead>
				<tbody>
					{list.map(({ color, cantidad }) => (
						<tr key={color}>
							<th scope="row">{color}</th>
							<td>{cantidad}</td>
						</tr>
					))}
				</tbody>
				<tfoot>
					<tr>
						<th scope="row">En total</th>
						<td>{unitsOf(list)}</td>
					</tr>
				</tfoot>
			</table>
			<ol className="packing-orders" aria-label="Órdenes">
				{sheets.map(({ nro_orden, nombre, unidades }) => (
					<li key={nro_orden}>
						<span className="packing-tick" aria-hidden="true" /> <strong>{`Orden ${nro_orden}`}</strong>
						<span>{` · ${nombre || 'Sin nombre'} · ${unitsText(unidades)}`}</span>
					</li>
				))}
			</ol>
			{cash > 0 && (
				<p>
					Por cobrar en efectivo: <strong>{formatClp(cash)}</strong>
				</p>
			)}
		</article>
	)
}
