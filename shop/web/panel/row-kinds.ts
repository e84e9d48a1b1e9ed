import type { RowKind } from '#core/web/edit/edits-store.ts'
import { requestTo } from '#core/web/session/api.ts'
import { editProduct } from '#modules/catalog/staff-endpoints.ts'
import { editUser } from '#modules/staff/user-endpoints.ts'
import { editOrder, previewOrderEdit } from '#modules/staff-orders/endpoints.ts'

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
