import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { listMovements } from '#contract/staff/product-endpoints.ts'
import type { StockOutlook } from '#contract/staff/stock.ts'
import { requestTo } from '#web/session/api.ts'
import { PagedList } from '#web/staff/list/paged-list.tsx'
import { pageSize, useListPage } from '#web/staff/list/use-staff-list.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { formatMoment } from '#web/ui/format-date.ts'

const motives: Readonly<Record<string, string>> = {
	inicial: 'Stock inicial',
	venta: 'Venta',
	devolucion: 'Volvió al stock',
	ajuste: 'Ajuste',
}

const signed = (units: number) => (units > 0 ? `+${units}` : `−${-units}`)

/** The stock ledger of a product, newest first, with the stock after each movement. */
export function Movements({ product }: { product: StockOutlook }) {
	const { page, linkWith } = usePanelAddress()
	const heading = useRef<HTMLHeadingElement>(null)
	const input = { params: { id: product.id }, query: { page, page_size: pageSize } }
	const list = useListPage('movimientos', requestTo(listMovements, input))
	useEffect(() => {
		heading.current?.focus({ preventScroll: true })
		heading.current?.scrollIntoView({ block: 'start' })
	}, [])
	return (
		<section className="movements" aria-labelledby="historial">
			<h4 ref={heading} id="historial" tabIndex={-1} className="title-s">
				{`Historial de ${product.color || product.nombre}`}
			</h4>
			<PagedList list={list} what="movimientos" emptyText="Sin movimientos.">
				{(movements) => (
					<ul>
						{movements.map((movement) => (
							<li key={movement.id} className="staff-row">
								<div className="can-shrink">
									<p>
										<span className="strong">{motives[movement.motivo] ?? movement.motivo}</span>
										{movement.nota && <span>{` · ${movement.nota}`}</span>}
										{movement.orden_id && (
											<>
												<span> · </span>
												<Link to={linkWith({ orden: movement.orden_id })} className="link">
													{`orden ${movement.nro_orden}`}
												</Link>
											</>
										)}
									</p>
									<p className="muted small">
										{`${formatMoment(movement.created_at)} · ${movement.usuario ?? 'la tienda'}`}
									</p>
								</div>
								<p className="movement-units digits">
									<strong>{signed(movement.cantidad)}</strong>
									<span className="muted small">{`quedan ${movement.saldo}`}</span>
								</p>
							</li>
						))}
					</ul>
				)}
			</PagedList>
		</section>
	)
}
