import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { failures } from '#core/contract/failure.ts'
import { createDraft, noConnection } from '#core/web/edit/edits-store.ts'
import { notWhole, readWhole } from '#core/web/forms/checked.ts'
import { announce, panelKey } from '#core/web/panel/panel-parts.tsx'
import type { ApiAnswer } from '#core/web/session/api.ts'
import { callWithIdentity } from '#core/web/session/identity-request.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { clearNotices, NoticePlace, notify } from '#core/web/ui/notices.tsx'
import { Icon } from '#core/web/ui/parts.tsx'
import { defaultLowStockThreshold } from '#modules/catalog/product.ts'
import { createProduct } from '#modules/catalog/staff/endpoints.ts'
import type { CreateProductRequest } from '#modules/catalog/staff/shapes.ts'

export const draftFields = [
	{ name: 'nombre', label: 'Nombre', maxLength: 200, isNumber: false },
	{ name: 'sku', label: 'SKU', maxLength: 100, isNumber: false },
	{ name: 'color', label: 'Color', maxLength: 100, isNumber: false },
	{ name: 'precio', label: 'Precio', maxLength: 12, isNumber: true },
	{ name: 'stock', label: 'Stock', maxLength: 12, isNumber: true },
	{ name: 'low_stock_threshold', label: 'Umbral stock bajo', maxLength: 12, isNumber: true },
] as const

const createNotice = 'crear-producto'

/** What opens the card in which a new product is written; one that was begun is open. */
export function NewProduct() {
	const id = useId()
	const draft = useSyncExternalStore(newProduct.subscribe, newProduct.get)
	const [isOpen, setOpen] = useState(!isEmptyDraft(draft))
	const card = useRef<HTMLDivElement>(null)
	function toggle(): void {
		flushSync(() => setOpen(!isOpen))
		card.current?.querySelector('input')?.focus()
	}
	return (
		<>
			<button
				type="button"
				className="button button-outline"
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={toggle}
			>
				<Icon name={isOpen ? 'minus' : 'plus'} />
				Nuevo Producto
			</button>
			<div ref={card} id={id} className="new-product-place">
				{isOpen && <NewProductCard />}
			</div>
		</>
	)
}

/** The card itself. On a wide screen its fields stand in one row. */
function NewProductCard() {
	const client = useQueryClient()
	const draft = useSyncExternalStore(newProduct.subscribe, newProduct.get)
	const [wrong, setWrong] = useState<readonly (keyof ProductDraft)[]>([])
	const id = useId()
	const first = useRef<HTMLInputElement>(null)
	const creation = useMutation({
		mutationFn: (body: CreateProductRequest) => callWithIdentity(createProduct, { body }),
		onSuccess(answer, request) {
			if (!answer.ok) return notify(createFailure(answer), 'problem', { at: createNotice })
			newProduct.set(emptyDraft)
			announce(`${request.nombre} ${request.color}: producto creado`)
			first.current?.focus()
			void client.invalidateQueries({ queryKey: panelKey })
		},
	})

	function create(event: FormEvent): void {
		event.preventDefault()
		if (creation.isPending) return
		clearNotices()
		const request = requestOf(draft)
		if ('problem' in request) {
			setWrong(request.fields)
			document.getElementById(`${id}-${request.fields[0]}`)?.focus()
			notify(request.problem, 'problem', { at: createNotice })
			return
		}
		setWrong([])
		creation.mutate(request)
	}
	return (
		<form id={`${id}-form`} className="new-product" aria-labelledby={`${id}-title`} noValidate onSubmit={create}>
			<h4 id={`${id}-title`} className="title-s">
				Nuevo Producto
			</h4>
			<div className="new-product-fields stack">
				{draftFields.map(({ name, label, isNumber, maxLength }) => (
					<div key={name} className={`field new-${name}`}>
						<label htmlFor={`${id}-${name}`}>{label}</label>
						<input
							id={`${id}-${name}`}
							name={name}
							{...(name === 'nombre' ? { ref: first } : {})}
							// A field of type `number` gives what it cannot read as empty, and empty counts as 0.
							type="text"
							{...(isNumber ? { inputMode: 'numeric' as const } : { maxLength })}
							autoComplete="off"
							className="input"
							value={draft[name]}
							aria-invalid={wrong.includes(name) || undefined}
							onChange={({ target }) => {
								setWrong(wrong.filter((other) => other !== name))
								newProduct.set({ ...draft, [name]: target.value })
							}}
						/>
					</div>
				))}
				<NoticePlace at={createNotice} />
				<Button type="submit" isBusy={creation.isPending}>
					Crear
				</Button>
			</div>
		</form>
	)
}

type ProductDraft = Readonly<Record<(typeof draftFields)[number]['name'], string>>

export const emptyDraft: ProductDraft = {
	nombre: '',
	sku: '',
	color: '',
	precio: '',
	stock: '',
	low_stock_threshold: String(defaultLowStockThreshold),
}

/** Whether nothing was typed that could be lost. */
const isEmptyDraft = (draft: ProductDraft) => draftFields.every(({ name }) => draft[name].trim() === emptyDraft[name])

/** The product being typed, which survives a change of the tab. */
export const newProduct = createDraft(emptyDraft, isEmptyDraft)

type DraftProblem = { readonly fields: readonly (keyof ProductDraft)[]; readonly problem: string }

/** What is sent for a draft, or the first thing that is wrong with it. Empty numbers count as 0. */
export function requestOf(draft: ProductDraft): CreateProductRequest | DraftProblem {
	const nombre = draft.nombre.trim()
	const sku = draft.sku.trim()
	const missing = (['nombre', 'sku'] as const).filter((field) => draft[field].trim() === '')
	if (missing.length > 0) return { fields: missing, problem: failures.producto_incompleto.text }
	const numbers = { precio: 0, stock: 0, low_stock_threshold: 0 }
	for (const field of ['precio', 'stock', 'low_stock_threshold'] as const) {
		const value = readWhole(draft[field])
		if (value === undefined) return { fields: [field], problem: notWhole }
		numbers[field] = value
	}
	return { nombre, sku, color: draft.color.trim(), ...numbers }
}

/** What is said when a product could not be created: the server's error body, or that no answer came. */
export function createFailure(answer: Extract<ApiAnswer<unknown>, { ok: false }>): string {
	const body = answer.status === 0 ? noConnection : answer.text || answer.body
	return `No se pudo crear el producto: ${body}`
}
