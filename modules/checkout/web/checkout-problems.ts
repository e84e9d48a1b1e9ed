import { failures } from '#core/contract/failure.ts'
import { isPhone } from '#core/rules/phone.ts'
import type { CheckoutForm } from '#modules/checkout/web/checkout-form.ts'
import { isEmptyDireccion } from '#modules/delivery/delivery.ts'
import { noAddressText } from '#modules/delivery/web/no-address.ts'
import type { DeliveryCost } from '#modules/delivery/web/use-delivery-quote.ts'

/** Required format of a phone. */
export const examplePhone = '912345678'
export const phoneProblem = failures.telefono_invalido.text

/** Messages beside the fields; an empty string means no problem. */
export interface CheckoutProblems {
	readonly telefono: string
	readonly calle: string
	readonly numero: string
	/** Reason why this payment method is not available for the order. */
	readonly metodo: string
}

export const noProblems: CheckoutProblems = { telefono: '', calle: '', numero: '', metodo: '' }

/** Element id of the message beside the payment methods. */
export const methodProblemId = 'metodo-problema'

/** Returns the problems to fix before the order is sent. */
export function checkoutProblems(form: CheckoutForm, cost: DeliveryCost): CheckoutProblems {
	const telefono = isPhone(form.telefono) ? '' : phoneProblem
	const numero = form.tipo_entrega === 'despacho' ? numberProblem(cost) : ''
	return { telefono, calle: streetProblem(form, cost), numero, metodo: '' }
}

function streetProblem(form: CheckoutForm, cost: DeliveryCost): string {
	if (form.tipo_entrega === 'retiro') return ''
	return isEmptyDireccion(form.calle) ? failures.direccion_requerida.text : addressProblem(cost)
}

/** Returns why an address has no delivery price, and the next step; empty when priced. */
export function addressProblem(cost: DeliveryCost): string {
	if (cost.state === 'unknown_address') return cost.opciones.length > 0 ? cost.text : noAddressText
	return ''
}

/** Returns the question about a number beside a street; empty when clear. */
export const numberProblem = (cost: DeliveryCost): string => (cost.state === 'unclear_number' ? cost.text : '')
