import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageRows } from '#core/web/list/read-list.ts'
import { listKey } from '#core/web/list/use-staff-list.ts'
import { announce } from '#core/web/panel/announcer.tsx'
import { call } from '#core/web/session/api.ts'
import { ConfirmDialog } from '#core/web/ui/confirm-dialog.tsx'
import { Icon } from '#core/web/ui/icon.tsx'
import { clearNotices, notify } from '#core/web/ui/notices-store.ts'
import type { StaffProduct } from '#modules/catalog/shapes/products.ts'
import { deleteProduct } from '#modules/catalog/staff-endpoints.ts'

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
