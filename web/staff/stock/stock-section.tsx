import { useState } from 'react'
import { addressOf } from '#contract/endpoint.ts'
import { exportOrders } from '#contract/staff/export-endpoints.ts'
import { readStock } from '#contract/staff/product-endpoints.ts'
import type { StockOutlook } from '#contract/staff/stock.ts'
import { dayIn } from '#domain/calendar-days.ts'
import { requestTo } from '#web/session/api.ts'
import { ListPage } from '#web/staff/list/list-page.tsx'
import { useListPage } from '#web/staff/list/use-staff-list.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { PanelLink } from '#web/staff/panel-link.tsx'
import { PanelSection } from '#web/staff/panel-section.tsx'
import { LowStock } from '#web/staff/products/product-fields.tsx'
import { AdjustDialog } from '#web/staff/stock/adjust-dialog.tsx'
import { daysLeftText } from '#web/staff/stock/days-left.ts'
import { Movements } from '#web/staff/stock/movements.tsx'
import { Prices } from '#web/staff/stock/prices.tsx'
import { reorderText } from '#web/staff/stock/reorder-text.ts'

function StockLine({ product, onAdjust }: { product: StockOutlook; onAdjust: () => void }) {
	const called = product.color || product.nombre
	return (
		<>
			<h4 className="stock-name">
				<span>{called}</span>
				<LowStock product={product} />
			</h4>
			<p className="stock-units">
				<strong className="digits">{product.stock}</strong>
				<span>{` ${product.stock === 1 ? 'unidad' : 'unidades'}`}</span>
			</p>
			<p className="muted small">{daysLeftText(product)}</p>
			<p className="muted small">{`Pedir más: ${reorderText(product, dayIn(new Date())).toLowerCase()}`}</p>
			<p className="muted small">{`${product.sku} · umbral ${product.low_stock_threshold}`}</p>
			<div className="stock-ways">
				<button type="button" className="staff-action" onClick={onAdjust}>
					Ajustar<span className="visually-hidden">{` el stock de ${called}`}</span>
				</button>
				<PanelLink to={{ producto: product.id, pagina: undefined }} replace preventScrollReset className="staff-action">
					Historial<span className="visually-hidden">{` de ${called}`}</span>
				</PanelLink>
			</div>
		</>
	)
}

/** Stock of each product, days left, and its ledger. */
export function StockSection() {
	const { text } = usePanelAddress()
	const list = useListPage('stock', () => requestTo(readStock))
	const [adjusting, setAdjusting] = useState<StockOutlook>()
	const products = list.rows
	const shown = products.find(({ id }) => String(id) === text('producto'))
	// The dialog remains open with its fields when a refetch fails.
	const adjusted = products.find(({ id }) => id === adjusting?.id) ?? adjusting
	return (
		<PanelSection name="stock">
			<ListPage
				list={list}
				isWhole
				rowKey="id"
				what="productos"
				empty="No hay productos."
				linesClass="stock-cards stack"
				lineClass={(product) => `stock-card ${product.stock_bajo ? 'staff-low' : ''}`}
				line={(product) => <StockLine product={product} onAdjust={() => setAdjusting(product)} />}
				exports={[
					{
						label: 'Movimientos de stock',
						address: addressOf(exportOrders, { params: { archivo: 'stock.csv' } }),
					},
				]}
			/>
			{shown && <Movements key={shown.id} product={shown} />}
			{shown && <Prices key={`${shown.id} precios`} product={shown} />}
			{adjusted && <AdjustDialog product={adjusted} onClose={() => setAdjusting(undefined)} />}
		</PanelSection>
	)
}
