import { formatClp } from '#core/rules/money.ts'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/use-staff-list.ts'
import { requestTo } from '#core/web/session/api.ts'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { listPrices } from '#modules/staff-products/endpoints.ts'
import type { StockOutlook } from '#modules/staff-products/shapes.ts'

/** The price history of a product. */
export function Prices({ product }: { product: StockOutlook }) {
	const list = useListPage('precios', () => requestTo(listPrices, { params: { id: product.id } }))
	return (
		<section className="movements" aria-labelledby="precios">
			<h4 id="precios" className="title-s">
				{`Precios de ${product.color || product.nombre}`}
			</h4>
			<ListPage
				list={list}
				isWhole
				rowKey="id"
				what="precios"
				empty={`Siempre costó ${formatClp(product.precio)}.`}
				line={({ created_at, antes, despues, usuario }) => (
					<>
						<p className="muted small">{`${formatMoment(created_at)} · ${usuario ?? 'la tienda'}`}</p>
						<p className="digits">
							<span>{`${formatClp(antes)} → `}</span>
							<strong>{formatClp(despues)}</strong>
						</p>
					</>
				)}
			/>
		</section>
	)
}
