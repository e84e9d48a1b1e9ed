import { useState } from 'react'
import { dayIn } from '#core/rules/calendar-days.ts'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/use-staff-list.ts'
import { usePanelAddress } from '#core/web/panel/panel-address.ts'
import { PanelLink } from '#core/web/panel/panel-link.tsx'
import { PanelSection } from '#core/web/panel/panel-section.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { stockFiles } from '#modules/slots/stock-files.ts'
import { readStock } from '#modules/staff-products/endpoints.ts'
import type { StockOutlook } from '#modules/staff-products/shapes.ts'
import { LowStock } from '#modules/staff-products/web/product-fields.tsx'
import { AdjustDialog } from '#modules/staff-products/web/stock/adjust-dialog.tsx'
import { daysLeftText } from '#modules/staff-products/web/stock/days-left.ts'
import { Movements } from '#modules/staff-products/web/stock/movements.tsx'
import { Prices } from '#modules/staff-products/web/stock/prices.tsx'
import { reorderText } from '#modules/staff-products/web/stock/reorder-text.ts'

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
export default function StockSection() {
	const { text } = usePanelAddress()
	const list = useListPage('stock', () => requestTo(readStock))
	const [adjusting, setAdjusting] = useState<StockOutlook>()
	const products = list.rows
	const shown = products.find(({ id }) => String(id) === text('producto'))
	// The dialog remains open with its fields when a refetch fails.
	const adjusted = products.find(({ id }) => id === adjusting?.id) ?? adjusting
	return (
		<PanelSection>
			<ListPage
				list={list}
				isWhole
				rowKey="id"
				what="productos"
				empty="No hay productos."
				linesClass="stock-cards stack"
				lineClass={(product) => `stock-card ${product.stock_bajo ? 'staff-low' : ''}`}
				line={(product) => <StockLine product={product} onAdjust={() => setAdjusting(product)} />}
				exports={stockFiles}
			/>
			{shown && <Movements key={shown.id} product={shown} />}
			{shown && <Prices key={`${shown.id} precios`} product={shown} />}
			{adjusted && <AdjustDialog product={adjusted} onClose={() => setAdjusting(undefined)} />}
		</PanelSection>
	)
}
