import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { NumberEdit, TextEdit } from '#core/web/edit/edit-fields.tsx'
import type { RowKind } from '#core/web/edit/edits-store.ts'
import { ActionForm, FormField } from '#core/web/forms/action-form.tsx'
import { checked, readWhole } from '#core/web/forms/checked.ts'
import { ListPage } from '#core/web/list/list-page.tsx'
import type { CardShape, TableShape } from '#core/web/list/list-rows.tsx'
import { listKey, type PageRows, useListPage } from '#core/web/list/staff-list.tsx'
import { announce, PanelSection, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { call, requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { clearNotices, NoticePlace, notify } from '#core/web/ui/notices.tsx'
import { Icon, Money } from '#core/web/ui/parts.tsx'
import { sku } from '#modules/catalog/product.ts'
import { deleteProduct, editProduct, listProducts, readStock, setAllPrices } from '#modules/catalog/staff/endpoints.ts'
import type { StaffProduct } from '#modules/catalog/staff/shapes.ts'
import { draftFields, NewProduct } from '#modules/catalog/staff/web/new-product.tsx'
import { isLow, LowStock } from '#modules/catalog/staff/web/stock-texts.tsx'
import { productsParts } from '#modules/lists/web/products-parts.ts'

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
				tools={
					<>
						<NewProduct />
						<AllPrices />
					</>
				}
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

const productKind: RowKind = {
	name: 'producto',
	edit: (id, body) => requestTo(editProduct, { params: { id }, body }),
}

interface ProductEditProps {
	readonly product: StaffProduct
	readonly field: (typeof draftFields)[number]
	readonly isBare?: boolean
}

function ProductEdit({ product, field, isBare = false }: ProductEditProps) {
	const { name, label, isNumber, maxLength } = field
	const of = [product.nombre, product.color].filter(Boolean).join(' ')
	const common = { kind: productKind, row: product, field: name, label, of, isBare }
	if (!isNumber) return <TextEdit {...common} maxLength={maxLength} />
	return <NumberEdit {...common} emptyCounts {...(name === 'precio' ? { format: formatClp } : {})} />
}

/** The button that takes a product off sale, after asking. Its row goes at once. */
function DeleteProduct({ product }: { product: StaffProduct }) {
	const client = useQueryClient()
	const [isAsking, setAsking] = useState(false)
	const at = useId()
	const called = [product.nombre, product.color].filter(Boolean).join(', ')

	const remove = useMutation({
		mutationFn: () => call(deleteProduct, { params: { id: product.id } }),
		onSuccess(answer): void {
			if (!answer.ok && answer.status !== 404) {
				console.error('a product was not deleted', product.id, answer.status, answer.code)
				const why = answer.status === 0 ? 'Sin conexión.' : answer.text
				notify(`No se pudo eliminar ${called}. ${why}`, 'problem', { at, onRetry: remove.mutate })
				return
			}
			clearNotices()
			announce(`${called}: eliminado`)
			document.getElementById('panel-productos')?.focus()
			client.setQueriesData<PageRows<StaffProduct>>(
				{ queryKey: listKey('producto') },
				(page) =>
					page && {
						...page,
						rows: page.rows.filter(({ id }) => id !== product.id),
						count: Math.max(0, page.count - 1),
					},
			)
		},
	})
	return (
		<>
			<NoticePlace at={at} />
			<button
				type="button"
				className="staff-action staff-action-danger"
				aria-busy={remove.isPending || undefined}
				disabled={remove.isPending}
				onClick={() => setAsking(true)}
			>
				<Icon name="trash" />
				Eliminar
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

const allPricesTitle = 'Precio de todos los colores'

function AllPrices() {
	const [isOpen, setOpen] = useState(false)
	return (
		<>
			<Button look="outline" onClick={() => setOpen(true)}>
				{allPricesTitle}
			</Button>
			{isOpen && <AllPricesForm onClose={() => setOpen(false)} />}
		</>
	)
}

/** Asks for the price, and shows what it changes as it is typed. Opens once the colours are loaded: they would move its buttons. */
function AllPricesForm({ onClose }: { onClose: () => void }) {
	const { rows, isFirst } = useListPage('stock', () => requestTo(readStock))
	const [typed, setTyped] = useState('')
	const precio = readWhole(typed) ?? 0
	if (isFirst) return null
	return (
		<ActionForm
			title={allPricesTitle}
			confirmText="Cambiar precios"
			onClose={onClose}
			act={() =>
				checked(
					{ precio: precio === 0 ? 'Escribe el precio en pesos, sin decimales.' : undefined },
					{ request: requestTo(setAllPrices, { body: { precio } }), done: `Todos los colores: ${formatClp(precio)}` },
				)
			}
		>
			<FormField
				label="Precio ($)"
				name="precio"
				isNumber
				maxLength={12}
				onChange={({ target }) => setTyped(target.value)}
			/>
			<ul className="digits">
				{rows
					.filter((product) => product.sku === sku)
					.map((product) => (
						<li key={product.id}>
							<span>{`${product.color}: ${formatClp(product.precio)}`}</span>
							{precio > 0 && <strong>{product.precio === precio ? ' no cambia' : ` → ${formatClp(precio)}`}</strong>}
						</li>
					))}
			</ul>
			<p>Después cada color puede tener otro precio, en su fila. Una orden hecha conserva el suyo.</p>
		</ActionForm>
	)
}
