import { listPrices } from '#contract/staff/product-endpoints.ts'
import type { StockOutlook } from '#contract/staff/stock.ts'
import { formatClp } from '#domain/money.ts'
import { requestTo } from '#web/session/api.ts'
import { ListFrame } from '#web/staff/list/list-frame.tsx'
import { useListPage } from '#web/staff/list/use-staff-list.ts'
import { formatMoment } from '#web/ui/format-date.ts'

/** The price history of a product. */
export function Prices({ product }: { product: StockOutlook }) {
	const list = useListPage('precios', requestTo(listPrices, { params: { id: product.id } }))
	const { rows } = list.page
	return (
		<section className="movements" aria-labelledby="precios">
			<h4 id="precios" className="title-s">
				{`Precios de ${product.color || product.nombre}`}
			</h4>
			<ListFrame
				isFirst={list.isFirst}
				isBusy={list.isBusy}
				isError={list.isError}
				isEmpty={rows.length === 0}
				emptyText={`Siempre costó ${formatClp(product.precio)}.`}
				onReload={list.reload}
			>
				<ul>
					{rows.map(({ id, created_at, antes, despues, usuario }) => (
						<li key={id} className="staff-row">
							<p className="muted small">{`${formatMoment(created_at)} · ${usuario ?? 'la tienda'}`}</p>
							<p className="digits">
								<span>{`${formatClp(antes)} → `}</span>
								<strong>{formatClp(despues)}</strong>
							</p>
						</li>
					))}
				</ul>
			</ListFrame>
		</section>
	)
}
