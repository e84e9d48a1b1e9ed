import type { RowKind } from '#core/web/edit/edits-store.ts'
import { requestTo } from '#core/web/session/api.ts'
import { editOrder, previewOrderEdit } from '#modules/staff-orders/endpoints.ts'

export const orderKind: RowKind = {
	name: 'orden',
	edit: (id, body) => requestTo(editOrder, { params: { id: String(id) }, body }),
	effects: (id, body) => requestTo(previewOrderEdit, { params: { id: String(id) }, body }),
}
