import { listProducts } from '#contract/staff/product-endpoints.ts'
import type { StaffProduct } from '#contract/staff/products.ts'
import { requestTo } from '#web/session/api.ts'
import { FoldCard } from '#web/staff/list/fold-card.tsx'
import { PagedList, TableOrCards } from '#web/staff/list/paged-list.tsx'
import { SearchForm } from '#web/staff/list/search-form.tsx'
import { pageSize, useListPage } from '#web/staff/list/use-staff-list.ts'
import { useWide } from '#web/staff/list/use-wide.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { PanelSection } from '#web/staff/panel-section.tsx'
import { Colors } from '#web/staff/products/colors.tsx'
import { DeleteProduct } from '#web/staff/products/delete-product.tsx'
import { draftFields, NewProduct } from '#web/staff/products/new-product.tsx'
import { isLow, LowStock, ProductFields } from '#web/staff/products/product-fields.tsx'
import { Money } from '#web/ui/money.tsx'

function ProductsTable({ products }: { products: readonly StaffProduct[] }) {
	return (
		<div className="staff-scroll">
			<table className="staff-table products-table">
				<caption className="visually-hidden">Productos</caption>
				<thead>
					<tr>
						{draftFields.map(({ name, label, isNumber }) => (
							<th key={name} scope="col" className={`column-${name}${isNumber ? ' staff-number' : ''}`}>
								{label}
							</th>
						))}
						<th scope="col" className="column-actions">
							<span className="visually-hidden">Acciones</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{products.map((product) => (
						<tr key={product.id} className={isLow(product) ? 'staff-low' : ''}>
							<ProductFields product={product} isBare />
							<td>
								<DeleteProduct product={product} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

function ProductCard({ product }: { product: StaffProduct }) {
	return (
		<FoldCard
			className={isLow(product) ? 'staff-low' : ''}
			head={
				<>
					<span className="strong">{product.color || product.nombre}</span>
					<span className="fold-badges">
						<LowStock product={product} />
					</span>
					<span className="fold-sub one-line">{`Stock ${product.stock} · ${product.sku}`}</span>
					<Money amount={product.precio} className="at-end strong" />
				</>
			}
		>
			<ProductFields product={product} />
			<DeleteProduct product={product} />
		</FoldCard>
	)
}

/** The products on sale: searched, created, edited where they stand, taken off sale. */
export function ProductsSection() {
	const { text, page, change } = usePanelAddress()
	const isWide = useWide()
	const list = useListPage('producto', requestTo(listProducts, { query: { q: text('q'), page, page_size: pageSize } }))
	return (
		<PanelSection name="productos">
			<div className="staff-tools">
				<SearchForm
					label="Buscar productos"
					placeholder="Buscar por nombre / SKU / color"
					value={text('q')}
					onSearch={(q) => change({ q })}
				/>
				<NewProduct />
			</div>
			<PagedList
				list={list}
				what="productos"
				emptyText="No hay productos que mostrar."
				onShowAll={text('q') ? () => change({ q: '' }) : undefined}
			>
				{(products) => (
					<TableOrCards
						rows={products}
						isWide={isWide}
						table={(rows) => <ProductsTable products={rows} />}
						card={(product) => <ProductCard key={product.id} product={product} />}
					/>
				)}
			</PagedList>
			<Colors />
		</PanelSection>
	)
}
