import { ListPage } from '#core/web/list/list-page.tsx'
import type { CardShape, TableShape } from '#core/web/list/list-rows.tsx'
import { useListPage } from '#core/web/list/use-staff-list.ts'
import { usePanelAddress } from '#core/web/panel/panel-address.ts'
import { PanelSection } from '#core/web/panel/panel-section.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Money } from '#core/web/ui/money.tsx'
import { productsParts } from '#modules/slots/products-parts.ts'
import { listProducts } from '#modules/staff-products/endpoints.ts'
import type { StaffProduct } from '#modules/staff-products/shapes.ts'
import { draftFields, NewProduct } from '#modules/staff-products/web/new-product.tsx'
import { DeleteProduct, isLow, LowStock, ProductEdit } from '#modules/staff-products/web/product-fields.tsx'

const table: TableShape<StaffProduct> = {
	title: 'Productos',
	className: 'products-table',
	rowClass: (product) => (isLow(product) ? 'staff-low' : ''),
	columns: [
		...draftFields.map((field) => ({
			head: field.label,
			className: `column-${field.name}${field.isNumber ? ' staff-number' : ''}`,
			cellClass: field.isNumber ? 'staff-number' : undefined,
			cell: (product: StaffProduct) => (
				<>
					<ProductEdit product={product} field={field} isBare />
					{field.name === 'stock' && <LowStock product={product} />}
				</>
			),
		})),
		{
			head: 'Acciones',
			isHeadHidden: true,
			className: 'column-actions',
			cell: (product) => <DeleteProduct product={product} />,
		},
	],
}

function card(product: StaffProduct): CardShape {
	const head = (
		<>
			<span className="strong">{product.color || product.nombre}</span>
			<span className="fold-badges">
				<LowStock product={product} />
			</span>
			<span className="fold-sub one-line">{`Stock ${product.stock} · ${product.sku}`}</span>
			<Money amount={product.precio} className="at-end strong" />
		</>
	)
	const body = (
		<>
			{draftFields.map((field) => (
				<div key={field.name}>
					<ProductEdit product={product} field={field} />
				</div>
			))}
			<DeleteProduct product={product} />
		</>
	)
	return { head, body, className: isLow(product) ? 'staff-low' : '' }
}

/** The products on sale: searched, created, edited in their rows, taken off sale. */
export default function ProductsSection() {
	const { text } = usePanelAddress()
	const list = useListPage('producto', (page) => requestTo(listProducts, { query: { q: text('q'), ...page } }))
	return (
		<PanelSection>
			<ListPage
				list={list}
				rowKey="id"
				what="productos"
				search={{ param: 'q', label: 'Buscar productos', placeholder: 'Buscar por nombre / SKU / color' }}
				tools={<NewProduct />}
				clears={['q']}
				empty="No hay productos que mostrar."
				table={table}
				card={card}
			/>
			{productsParts.map((Part) => (
				<Part key={Part.name} />
			))}
		</PanelSection>
	)
}
