import type { StaffProduct } from '#contract/staff/products.ts'
import { isLowStock } from '#domain/catalog/product.ts'
import { formatClp } from '#domain/money.ts'
import { NumberEdit, TextEdit } from '#web/staff/edit/edit-fields.tsx'
import type { draftFields } from '#web/staff/products/new-product.tsx'
import { productKind } from '#web/staff/row-kinds.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Icon } from '#web/ui/icon.tsx'

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
