import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { NumberEdit, TextEdit } from '#core/web/edit/edit-fields.tsx'
import type { RowKind } from '#core/web/edit/edits-store.ts'
import type { PageRows } from '#core/web/list/read-list.ts'
import { listKey } from '#core/web/list/use-staff-list.ts'
import { announce } from '#core/web/panel/announcer.tsx'
import { call, requestTo } from '#core/web/session/api.ts'
import { Badge } from '#core/web/ui/badge.tsx'
import { ConfirmDialog } from '#core/web/ui/confirm-dialog.tsx'
import { Icon } from '#core/web/ui/icon.tsx'
import { clearNotices, notify } from '#core/web/ui/notices-store.ts'
import { isLowStock } from '#modules/catalog/product.ts'
import { deleteProduct, editProduct } from '#modules/staff-products/endpoints.ts'
import type { StaffProduct } from '#modules/staff-products/shapes.ts'
import type { draftFields } from '#modules/staff-products/web/new-product.tsx'

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

const without = (page: PageRows<StaffProduct> | undefined, id: number) =>
	page && { ...page, rows: page.rows.filter((row) => row.id !== id), count: Math.max(0, page.count - 1) }

/** The button that takes a product off sale, after asking. Its row goes at once. */
export function DeleteProduct({ product }: { product: StaffProduct }) {
	const client = useQueryClient()
	const [isAsking, setAsking] = useState(false)
	const called = [product.nombre, product.color].filter(Boolean).join(', ')

	const remove = useMutation({
		mutationFn: () => call(deleteProduct, { params: { id: product.id } }),
		onSuccess(answer): void {
			if (!answer.ok && answer.status !== 404) {
				console.error('a product was not deleted', product.id, answer.status, answer.code)
				const why = answer.status === 0 ? 'Sin conexión.' : answer.text
				notify(`No se pudo eliminar ${called}. ${why}`, 'problem', { onRetry: remove.mutate })
				return
			}
			clearNotices()
			announce(`${called}: eliminado`)
			document.getElementById('panel-productos')?.focus()
			client.setQueriesData<PageRows<StaffProduct>>({ queryKey: listKey('producto') }, (page) =>
				without(page, product.id),
			)
		},
	})
	return (
		<>
			<button
				type="button"
				className="staff-action staff-action-danger"
				aria-busy={remove.isPending || undefined}
				disabled={remove.isPending}
				onClick={() => setAsking(true)}
			>
				<Icon name="trash" />
				<span className="delete-word">Eliminar</span>
				<span className="visually-hidden">{` ${called}`}</span>
			</button>
			<ConfirmDialog
				isOpen={isAsking}
				title="¿Eliminar producto?"
				confirmText="Eliminar"
				onConfirm={() => {
					setAsking(false)
					remove.mutate()
				}}
				onCancel={() => setAsking(false)}
			>
				{`${called} dejará de venderse. Las órdenes que ya lo tienen no cambian.`}
			</ConfirmDialog>
		</>
	)
}
