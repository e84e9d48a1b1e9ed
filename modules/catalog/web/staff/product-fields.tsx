import { formatClp } from '#core/rules/money.ts'
import { NumberEdit, TextEdit } from '#core/web/edit/edit-fields.tsx'
import type { RowKind } from '#core/web/edit/edits-store.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Badge } from '#core/web/ui/badge.tsx'
import { Icon } from '#core/web/ui/icon.tsx'
import { isLowStock } from '#modules/catalog/product.ts'
import type { StaffProduct } from '#modules/catalog/shapes/products.ts'
import { editProduct } from '#modules/catalog/staff-endpoints.ts'
import type { draftFields } from '#modules/catalog/web/staff/new-product.tsx'

const productKind: RowKind = {
	name: 'producto',
	edit: (id, body) => requestTo(editProduct, { params: { id }, body }),
}

/** Whether a product's stock is at its threshold or below. */
export const isLow = ({ stock, low_stock_threshold }: StaffProduct) => isLowStock(stock, low_stock_threshold)

/** Says that a product runs low, in words. */
export function LowStock({ product }: { product: StaffProduct }) {
	if (!isLow(product)) return null
	return (
		<Badge tone="warn" className="low-stock">
			<Icon name="alert" />
			<span>{product.stock === 0 ? 'Sin stock' : 'Stock bajo'}</span>
		</Badge>
	)
}

interface ProductEditProps {
	readonly product: StaffProduct
	readonly field: (typeof draftFields)[number]
	readonly isBare?: boolean
}

/** One field of a product that staff change. */
export function ProductEdit({ product, field, isBare = false }: ProductEditProps) {
	const { name, label, isNumber, maxLength } = field
	const of = [product.nombre, product.color].filter(Boolean).join(' ')
	const common = { kind: productKind, row: product, field: name, label, of, isBare }
	if (!isNumber) return <TextEdit {...common} maxLength={maxLength} />
	return <NumberEdit {...common} emptyCounts {...(name === 'precio' ? { format: formatClp } : {})} />
}
