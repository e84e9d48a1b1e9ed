import { Money } from '#core/web/ui/parts.tsx'
import { type ReadOrder, totalParts } from '#modules/orders/web/own-order.ts'
import '#modules/orders/web/order-lines.css'

interface Line {
	readonly nombre: string
	readonly color: string
	readonly precio: number
	readonly cantidad: number
	readonly imagen: string
}

/** Picture of a line, in reserved space. */
export function Thumb({ imagen }: { imagen: string }) {
	if (imagen === '') return <span className="order-thumb" />
	return <img src={imagen} alt="" width="64" height="64" loading="lazy" className="order-thumb" />
}

/** Read-only lines of an order or a cart. */
export function OrderLines({ lines }: { lines: readonly Line[] }) {
	return (
		<ul className="order-lines">
			{lines.map((line) => (
				<li key={`${line.nombre} ${line.color}`} className="order-line">
					<Thumb imagen={line.imagen} />
					<div className="can-shrink">
						<p className="order-name">{line.nombre}</p>
						<p className="muted small">{`${line.color} · Cantidad: ${line.cantidad}`}</p>
					</div>
					<p className="order-price">
						<Money amount={line.precio * line.cantidad} />
						{line.cantidad > 1 && (
							<span className="order-each muted small">
								<Money amount={line.precio} /> c/u
							</span>
						)}
					</p>
				</li>
			))}
		</ul>
	)
}

/** The rows between the lines and the total. */
export function ReadTotal({ order }: { order: ReadOrder }) {
	return (
		<>
			{totalParts(order).map(([label, amount]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd className="digits">{amount}</dd>
				</div>
			))}
			<div className="pay-total">
				<dt>Total</dt>
				<dd>
					<Money amount={order.total} className="title-s" />
				</dd>
			</div>
		</>
	)
}
