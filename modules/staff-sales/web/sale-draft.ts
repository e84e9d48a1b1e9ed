import { failures } from '#core/contract/failure.ts'
import { readEmail } from '#core/rules/person-data.ts'
import { createStore } from '#core/web/ui/store.ts'
import type { Cart } from '#modules/cart/cart.ts'
import { productName, sku } from '#modules/catalog/product.ts'
import {
	buildPlaceOrderRequest,
	type CheckoutForm,
	type CheckoutProblems,
	checkoutProblems,
	emptyForm,
} from '#modules/checkout/web/checkout-form.ts'
import type { DeliveryCost } from '#modules/delivery/web/address-search.tsx'
import type { FoundCustomer } from '#modules/lists/web/customer-search.ts'
import type { EnterSaleRequest } from '#modules/staff-sales/shapes.ts'
import type { SaleWay } from '#modules/staff-sales/staff-sales.ts'

/** What staff typed of a sale. */
export interface SaleDraft {
	/** Units by colour. */
	readonly units: Readonly<Record<string, number>>
	/** Phone, delivery and coupon, as in the checkout. */
	readonly form: CheckoutForm
	readonly forma: SaleWay
	readonly nombre: string
	readonly email: string
	/** The account that staff chose; null: the typed person. */
	readonly cliente: FoundCustomer | null
}

export const emptySale: SaleDraft = {
	units: {},
	form: { ...emptyForm, tipo_entrega: 'retiro' },
	forma: 'enlace',
	nombre: '',
	email: '',
	cliente: null,
}

/** Outlives a visit of another section of the panel, and no reload: it holds data of a person. */
export const saleDraft = createStore<SaleDraft>(emptySale)

/** The lines of a sale at the prices known to the page, in the order of the colours. */
export const cartOf = (
	{ units }: Pick<SaleDraft, 'units'>,
	colors: readonly string[],
	prices: Readonly<Record<string, number>>,
): Cart =>
	colors.flatMap((color) => {
		const cantidad = units[color] ?? 0
		return cantidad === 0 ? [] : [{ nombre: productName, sku, imagen: '', color, precio: prices[color] ?? 0, cantidad }]
	})

/** Messages beside the fields; an empty text means no problem. */
export interface SaleProblems extends CheckoutProblems {
	readonly unidades: string
	readonly nombre: string
	readonly email: string
}

/** The problems to fix before a sale is sent, in the order of its fields. */
export function saleProblems(draft: SaleDraft, cart: Cart, cost: DeliveryCost): SaleProblems {
	const isTyped = draft.cliente === null
	return {
		unidades: cart.length === 0 ? 'Elige al menos una botella.' : '',
		...checkoutProblems(draft.form, cost),
		nombre: isTyped && draft.nombre.trim() === '' ? failures.nombre_invalido.text : '',
		email: isTyped && readEmail(draft.email) === undefined ? failures.correo_invalido.text : '',
	}
}

/** The request of a sale with the shown total. */
export function saleRequest(sale: {
	readonly draft: SaleDraft
	readonly cart: Cart
	readonly forma: SaleWay
	readonly total: number
	readonly cost: DeliveryCost
}): EnterSaleRequest {
	const { draft, forma, ...shown } = sale
	const { metodo_pago: _, ...order } = buildPlaceOrderRequest({ form: draft.form, ...shown, parts: [] })
	const whom = draft.cliente ? { cliente_id: draft.cliente.id } : { nombre: draft.nombre, email: draft.email }
	return { ...order, ...whom, forma } as EnterSaleRequest
}
