import { endpoint } from '#contract/endpoint.ts'
import { editRequest, ifMatchHeader, numberParams } from '#contract/staff/lists.ts'
import { staffProduct } from '#contract/staff/products.ts'

const about = { tag: 'panel: productos', caller: 'staff' } as const

export const editProduct = endpoint({
	...about,
	method: 'PATCH',
	path: '/api/admin_productos/:id/',
	permission: 'editar_productos',
	params: numberParams,
	headers: ifMatchHeader,
	body: editRequest,
	answer: staffProduct,
})
