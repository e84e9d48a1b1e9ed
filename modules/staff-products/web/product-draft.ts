import { failures } from '#core/contract/failure.ts'
import { createDraft } from '#core/web/edit/edits-store.ts'
import { noConnection } from '#core/web/edit/row-edit.ts'
import { notWhole, readWhole } from '#core/web/edit/whole-number.ts'
import type { ApiAnswer } from '#core/web/session/api.ts'
import { defaultLowStockThreshold } from '#modules/catalog/product.ts'
import type { CreateProductRequest } from '#modules/staff-products/shapes.ts'

/** A new product as it is typed. */
export interface ProductDraft {
	readonly nombre: string
	readonly sku: string
	readonly color: string
	readonly precio: string
	readonly stock: string
	readonly low_stock_threshold: string
}

export const emptyDraft: ProductDraft = {
	nombre: '',
	sku: '',
	color: '',
	precio: '',
	stock: '',
	low_stock_threshold: String(defaultLowStockThreshold),
}

/** Whether nothing was typed that could be lost. */
export const isEmptyDraft = (draft: ProductDraft) =>
	(Object.keys(emptyDraft) as (keyof ProductDraft)[]).every((field) => draft[field].trim() === emptyDraft[field])

/** The product being typed, which survives a change of the tab. */
export const newProduct = createDraft(emptyDraft, isEmptyDraft)

export type DraftProblem = { readonly fields: readonly (keyof ProductDraft)[]; readonly problem: string }

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
