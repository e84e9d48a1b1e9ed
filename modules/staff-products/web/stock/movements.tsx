import { useEffect, useRef } from 'react'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/use-staff-list.ts'
import { PanelLink } from '#core/web/panel/panel-link.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { listMovements } from '#modules/staff-products/endpoints.ts'
import type { StockMovement, StockOutlook } from '#modules/staff-products/shapes.ts'

const motives: Readonly<Record<string, string>> = {
	inicial: 'Stock inicial',
	venta: 'Venta',
	devolucion: 'Volvió al stock',
	ajuste: 'Ajuste',
}

const signed = (units: number) => (units > 0 ? `+${units}` : `−${-units}`)

function MovementLine({ movement }: { movement: StockMovement }) {
	return (
		<>
			<div className="can-shrink">
				<p>
					<span className="strong">{motives[movement.motivo] ?? movement.motivo}</span>
					{movement.nota && <span>{` · ${movement.nota}`}</span>}
					{movement.orden_id && (
						<>
							<span> · </span>
							<PanelLink to={{ orden: movement.orden_id }} className="link">
								{`orden ${movement.nro_orden}`}
							</PanelLink>
						</>
					)}
				</p>
				<p className="muted small">{`${formatMoment(movement.created_at)} · ${movement.usuario ?? 'la tienda'}`}</p>
			</div>
			<p className="movement-units digits">
				<strong>{signed(movement.cantidad)}</strong>
				<span className="muted small">{`quedan ${movement.saldo}`}</span>
			</p>
		</>
	)
}

/** The stock ledger of a product, newest first, with the stock after each movement. */
export function Movements({ product }: { product: StockOutlook }) {
	const heading = useRef<HTMLHeadingElement>(null)
	const list = useListPage('movimientos', (page) =>
		requestTo(listMovements, { params: { id: product.id }, query: page }),
	)
	useEffect(() => {
		heading.current?.focus({ preventScroll: true })
		heading.current?.scrollIntoView({ block: 'start' })
	}, [])
	return (
		<section className="movements" aria-labelledby="historial">
			<h4 ref={heading} id="historial" tabIndex={-1} className="title-s">
				{`Historial de ${product.color || product.nombre}`}
			</h4>
			<ListPage
				list={list}
				rowKey="id"
				what="movimientos"
				empty="Sin movimientos."
				line={(movement) => <MovementLine movement={movement} />}
			/>
		</section>
	)
}
