import { failures } from '#contract/failure.ts'
import { isEmptyDireccion } from '#domain/delivery/delivery.ts'
import { isPhone } from '#domain/orders/phone.ts'
import { noAddressText } from '#web/delivery/no-address.ts'
import type { DeliveryCost } from '#web/delivery/use-delivery-quote.ts'
import type { CheckoutForm } from '#web/orders/checkout-form.ts'

/** A phone as the shop asks for it. */
export const examplePhone = '912345678'
export const phoneProblem = failures.telefono_invalido.text

/** What stands beside the fields; an empty sentence is no problem. */
export interface CheckoutProblems {
	readonly telefono: string
	readonly calle: string
}

/** What has to be mended before an order can be sent. */
export function checkoutProblems(form: CheckoutForm, cost: DeliveryCost): CheckoutProblems {
	const telefono = isPhone(form.telefono) ? '' : phoneProblem
	if (form.tipo_entrega === 'retiro') return { telefono, calle: '' }
	if (isEmptyDireccion(form.calle)) return { telefono, calle: failures.direccion_requerida.text }
	return { telefono, calle: addressProblem(cost) }
}

/** Why the delivery of an address cannot be priced, and what to do; empty where it can. */
export function addressProblem(cost: DeliveryCost): string {
	if (cost.state === 'unknown_address') return cost.opciones.length > 0 ? cost.text : noAddressText
	return ''
}
