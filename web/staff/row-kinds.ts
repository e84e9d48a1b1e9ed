import type { RowKind } from '#web/staff/edit/edits-store.ts'

export const orderKind: RowKind = {
	name: 'orden',
	method: 'PUT',
	path: (id) => `/api/admin_ordenes/${id}/`,
	effectsPath: (id) => `/api/admin_ordenes/${id}/efectos/`,
}

export const userKind: RowKind = {
	name: 'usuario',
	method: 'PUT',
	path: (id) => `/api/admin_usuarios/${id}/`,
}

export const productKind: RowKind = {
	name: 'producto',
	method: 'PATCH',
	path: (id) => `/api/admin_productos/${id}/`,
}
