import { editOrder, previewOrderEdit } from '#contract/staff/order-endpoints.ts'
import { editProduct } from '#contract/staff/product-endpoints.ts'
import { editUser } from '#contract/staff/user-endpoints.ts'
import { requestTo } from '#web/session/api.ts'
import type { RowKind } from '#web/staff/edit/edits-store.ts'

export const orderKind: RowKind = {
	name: 'orden',
	edit: (id, body) => requestTo(editOrder, { params: { id: String(id) }, body }),
	effects: (id, body) => requestTo(previewOrderEdit, { params: { id: String(id) }, body }),
}

export const userKind: RowKind = {
	name: 'usuario',
	edit: (id, body) => requestTo(editUser, { params: { id }, body }),
}

export const productKind: RowKind = {
	name: 'producto',
	edit: (id, body) => requestTo(editProduct, { params: { id }, body }),
}
