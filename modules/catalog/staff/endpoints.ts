import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { editRequest, idempotencyKey, ifMatchHeader, listOf, numberParams, pageQuery } from '#core/contract/lists.ts'
import {
	adjustStockAnswer,
	adjustStockRequest,
	createProductRequest,
	listPricesAnswer,
	listProductsAnswer,
	listProductsQuery,
	setAllPricesRequest,
	staffProduct,
	stockMovement,
	stockOutlookAnswer,
} from '#modules/catalog/staff/shapes.ts'

const about = { tag: 'panel: productos', caller: 'staff' } as const
const reads = { ...about, method: 'GET', permission: 'ver_panel', freshProof: false } as const

export const listProducts = endpoint({
	...reads,
	path: '/api/admin_productos/',
	query: listProductsQuery,
	answer: listProductsAnswer,
})

/** Customers read its name, hence the fresh proof. */
export const createProduct = endpoint({
	...about,
	method: 'POST',
	path: '/api/admin_productos/',
	permission: 'editar_productos',
	freshProof: true,
	body: createProductRequest,
	status: 201,
	answer: staffProduct,
})

export const editProduct = endpoint({
	...about,
	method: 'PATCH',
	path: '/api/admin_productos/:id/',
	permission: 'editar_productos',
	freshProof: false,
	params: numberParams,
	headers: ifMatchHeader,
	body: editRequest,
	answer: staffProduct,
})

/** One price for every colour on sale; a colour's own price can be edited afterwards. */
export const setAllPrices = endpoint({
	...about,
	method: 'PUT',
	path: '/api/admin_productos/precio/',
	permission: 'editar_productos',
	freshProof: false,
	body: setAllPricesRequest,
	answer: listProductsAnswer,
})

export const deleteProduct = endpoint({
	...about,
	method: 'DELETE',
	path: '/api/admin_productos/:id/',
	permission: 'editar_productos',
	freshProof: false,
	params: numberParams,
	status: 204,
	answer: z.null(),
})

export const listPrices = endpoint({
	...reads,
	path: '/api/admin_productos/:id/precios/',
	params: numberParams,
	answer: listPricesAnswer,
})

/** Adds units to the stock; negative ones are removed. */
export const adjustStock = endpoint({
	...about,
	method: 'POST',
	path: '/api/admin_productos/:id/ajustar/',
	permission: 'editar_productos',
	freshProof: false,
	params: numberParams,
	headers: z.looseObject({ 'idempotency-key': idempotencyKey }),
	body: adjustStockRequest,
	answer: adjustStockAnswer,
})

export const listMovements = endpoint({
	...reads,
	path: '/api/admin_productos/:id/movimientos/',
	params: numberParams,
	query: pageQuery,
	answer: listOf(stockMovement),
})

/** How long each product lasts at the rate of the last days. */
export const readStock = endpoint({ ...reads, path: '/api/admin_stock/', answer: stockOutlookAnswer })
