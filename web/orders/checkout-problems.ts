import { failures } from '#contract/failure.ts'
import { isEmptyDireccion } from '#domain/delivery/delivery.ts'
import { isPhone } from '#domain/orders/phone.ts'
import {
	type CompradorField,
	compradorFields,
	compradorProblems,
	type FacturaField,
	facturaFields,
	facturaProblems,
	type ReceptorProblems,
} from '#domain/tax-documents/receptor.ts'
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
	readonly numero: string
	/** Why the shop does not take this order by this way to pay. */
	readonly metodo: string
	/** Of whom the document names. */
	readonly receptor: ReceptorProblems
}

export const noProblems: CheckoutProblems = { telefono: '', calle: '', numero: '', metodo: '', receptor: {} }

/** The id of what stands beside the ways to pay. */
export const methodProblemId = 'metodo-problema'

/** The id of a field of whom the document names. */
export const receptorFieldId = (field: FacturaField | CompradorField): string => `receptor-${field}`

/** What has to be mended before an order can be sent. `asksBuyer`: the law asks who buys. */
export function checkoutProblems(form: CheckoutForm, cost: DeliveryCost, asksBuyer: boolean): CheckoutProblems {
	const telefono = isPhone(form.telefono) ? '' : phoneProblem
	const numero = form.tipo_entrega === 'despacho' ? numberProblem(cost) : ''
	const receptor = receptorProblemsOf(form, asksBuyer)
	return { telefono, calle: streetProblem(form, cost), numero, metodo: '', receptor }
}

function streetProblem(form: CheckoutForm, cost: DeliveryCost): string {
	if (form.tipo_entrega === 'retiro') return ''
	return isEmptyDireccion(form.calle) ? failures.direccion_requerida.text : addressProblem(cost)
}

function receptorProblemsOf({ documento, factura, comprador }: CheckoutForm, asksBuyer: boolean): ReceptorProblems {
	if (documento === 'factura') return facturaProblems(factura)
	return asksBuyer ? compradorProblems(comprador) : {}
}

/** The first field of whom the document names that something is wrong with; undefined where nothing is. */
export function wrongReceptorField({ receptor }: CheckoutProblems): FacturaField | CompradorField | undefined {
	return [...facturaFields, ...compradorFields].find((field) => receptor[field])
}

/** Why the delivery of an address cannot be priced, and what to do; empty where it can. */
export function addressProblem(cost: DeliveryCost): string {
	if (cost.state === 'unknown_address') return cost.opciones.length > 0 ? cost.text : noAddressText
	return ''
}

/** What is asked about the number beside a street; empty where it is plain. */
export const numberProblem = (cost: DeliveryCost): string => (cost.state === 'unclear_number' ? cost.text : '')
