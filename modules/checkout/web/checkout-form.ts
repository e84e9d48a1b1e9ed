import { useEffect, useState } from 'react'
import { failures } from '#core/contract/failure.ts'
import { type MetodoPago, metodosPago } from '#core/rules/payment-methods.ts'
import { isPhone, phoneDigits } from '#core/rules/person-data.ts'
import { plainNumbers } from '#core/rules/text.ts'
import { isRecord } from '#core/rules/values.ts'
import { openAccount } from '#core/web/session/account.ts'
import { shortestAddress } from '#modules/delivery/address.ts'
import {
	formatDireccion,
	isEmptyDireccion,
	joinDireccion,
	type TipoEntrega,
	tiposEntrega,
} from '#modules/delivery/delivery.ts'
import { lacksReference, readHouse } from '#modules/delivery/house-number.ts'
import { type DeliveryCost, type DeliveryTarget, noAddressText } from '#modules/delivery/web/address-search.tsx'
import { type CouponValue, couponKinds } from '#modules/orders/coupon.ts'

/** Fields of the checkout form. */
export interface CheckoutForm {
	readonly tipo_entrega: TipoEntrega
	/** Digits only, at most 9. */
	readonly telefono: string
	readonly calle: string
	/** The priced address: a suggestion, or a typed address after blur; undefined while typing. */
	readonly destino: DeliveryTarget | undefined
	readonly numero: string
	readonly cupon: string
	readonly cupon_estado: 'none' | 'valido' | 'invalido'
	/** Discount of a valid code. */
	readonly cupon_valor: CouponValue | null
	readonly metodo_pago: MetodoPago
}

/** A number within a street name: `10 de Julio`, `4 Oriente`. */
const numberInName = /\d+\s+(?:de|norte|sur|oriente|poniente)(?![\p{L}\d])/giu

/** Returns whether an address has a house number, besides one in its street name. */
const hasHouseNumber = (calle: string) => /\d/.test(plainNumbers(calle).replace(numberInName, ''))

/**
 * Returns the target of the quote for the two address fields. A street without a number uses the house number typed beside
 * it; other text there does not change the target.
 */
export function targetOf({ calle, numero, destino }: CheckoutForm): DeliveryTarget | undefined {
	const house = readHouse(numero) !== undefined && !hasHouseNumber(calle) ? numero.trim() : ''
	if (destino && 'lugar_id' in destino) {
		const { lugar_id } = destino
		return house === '' ? { lugar_id } : { lugar_id, numero: house }
	}
	const street = formatDireccion(calle)
	return street.length < shortestAddress ? undefined : { direccion: formatDireccion(joinDireccion(street, house)) }
}

/** Returns whether two targets have the same price. */
export const isSameTarget = (a: DeliveryTarget | undefined, b: DeliveryTarget | undefined): boolean =>
	JSON.stringify(a) === JSON.stringify(b)

/** Typed input that is neither priced nor validated, missing in the displayed total. */
export function unseenOf(form: CheckoutForm): { isAddressUnseen: boolean; isCodeUnseen: boolean } {
	return {
		isAddressUnseen: form.tipo_entrega === 'despacho' && !isSameTarget(form.destino, targetOf(form)),
		isCodeUnseen: form.cupon_estado === 'none' && form.cupon.trim() !== '',
	}
}

export const emptyForm: CheckoutForm = {
	tipo_entrega: 'despacho',
	telefono: '',
	calle: '',
	destino: undefined,
	numero: '',
	cupon: '',
	cupon_estado: 'none',
	cupon_valor: null,
	metodo_pago: 'mercadopago',
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
	values.find((known) => known === value)

const text = (value: unknown, maxCharacters: number) => (typeof value === 'string' ? value.slice(0, maxCharacters) : '')

function readTarget(value: unknown): DeliveryTarget | undefined {
	if (!isRecord(value)) return undefined
	const { lugar_id, direccion, numero } = value
	if (typeof lugar_id === 'string' && lugar_id !== '') {
		return { lugar_id, ...(typeof numero === 'string' && numero !== '' ? { numero } : {}) }
	}
	return typeof direccion === 'string' && direccion !== '' ? { direccion } : undefined
}

const isPesos = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Restores the state of a code; a valid one without its discount must be validated again. */
function readCoupon(saved: Readonly<Record<string, unknown>>): Pick<CheckoutForm, 'cupon_estado' | 'cupon_valor'> {
	const estado = oneOf(['none', 'valido', 'invalido'], saved.cupon_estado) ?? 'none'
	const value = new Map(Object.entries(saved.cupon_valor ?? {}))
	const tipo = oneOf(couponKinds, value.get('tipo'))
	const [valor, minimo] = [value.get('valor'), value.get('minimo')]
	if (!tipo || !isPesos(valor) || !isPesos(minimo))
		return { cupon_estado: estado === 'valido' ? 'none' : estado, cupon_valor: null }
	return { cupon_estado: estado, cupon_valor: { tipo, valor, minimo } }
}

/** Restores a form stored before a reload; invalid parts are reset. */
export function readCheckoutForm(value: unknown): CheckoutForm {
	if (!isRecord(value)) return emptyForm
	return {
		tipo_entrega: oneOf(tiposEntrega, value.tipo_entrega) ?? emptyForm.tipo_entrega,
		telefono: phoneDigits(text(value.telefono, 40)),
		calle: text(value.calle, 200),
		destino: readTarget(value.destino),
		numero: text(value.numero, 60),
		cupon: text(value.cupon, 60),
		...readCoupon(value),
		metodo_pago: oneOf(metodosPago, value.metodo_pago) ?? emptyForm.metodo_pago,
	}
}

const formKey = 'pago'

/** Form state, stored in the tab across a reload and the gateway's page. */
export function useCheckoutForm() {
	const [form, setForm] = useState(() => readCheckoutForm(readFromSession(formKey)))
	const [problems, setProblems] = useState<CheckoutProblems>(noProblems)
	useEffect(() => saveToSession(formKey, form), [form])
	const change = (values: Partial<CheckoutForm>) => setForm((before) => ({ ...before, ...values }))
	/** Applies the result of a code, unless it was edited meanwhile. */
	const judged = (cupon: string, verdict: Pick<CheckoutForm, 'cupon_estado' | 'cupon_valor'>) =>
		setForm((before) => (before.cupon === cupon ? { ...before, ...verdict } : before))
	const report = (next: Partial<CheckoutProblems>) => setProblems((before) => ({ ...before, ...next }))
	return { form, change, judged, problems, report }
}

/** After an order the next one starts with empty fields, also those of modules: their keys begin with the form's. */
export function clearCheckoutForm(): void {
	try {
		const { sessionStorage } = window
		const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '')
		for (const key of keys) if (key === formKey || key.startsWith(`${formKey}_`)) sessionStorage.removeItem(key)
	} catch (error) {
		console.warn('this tab keeps nothing', error)
	}
}

/** A value with its account, so the next person at the same screen cannot see it. */
interface StoredValue {
	readonly cuenta: unknown
	readonly valor: unknown
}

function read(key: string): StoredValue | undefined {
	try {
		const stored: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
		return isRecord(stored) && 'valor' in stored ? { cuenta: stored.cuenta, valor: stored.valor } : undefined
	} catch {
		return undefined
	}
}

/** Reads a value from sessionStorage; undefined when missing, unreadable or of another account. */
export function readFromSession(key: string): unknown {
	const stored = read(key)
	const cuenta = openAccount()
	return stored && (cuenta === undefined || stored.cuenta === cuenta) ? stored.valor : undefined
}

/**
 * Stores a value for this tab and account; undefined removes it. An expired session counts as the same account. Without
 * storage nothing is stored and nothing fails.
 */
export function saveToSession(key: string, valor: unknown): void {
	try {
		const stored: StoredValue = { cuenta: openAccount() ?? read(key)?.cuenta, valor }
		if (valor === undefined) window.sessionStorage.removeItem(key)
		else window.sessionStorage.setItem(key, JSON.stringify(stored))
	} catch (error) {
		console.warn('this tab keeps nothing', error)
	}
}

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

/** The `NoticePlace`s of the checkout: at the phone, the lines, the code, and over 'Confirmar pedido'. */
export const noticeAt = { telefono: 'telefono', lines: 'pedido', coupon: 'cupon', confirm: 'confirmar' } as const

/** Element id of the message beside the payment methods. */
export const methodProblemId = 'metodo-problema'

const referenceProblem = 'Escribe una referencia para encontrarte, como «s/n, portón verde frente a la plaza».'

/** Returns the problems to fix before the order is sent. */
export function checkoutProblems(form: CheckoutForm, cost: DeliveryCost): CheckoutProblems {
	const telefono = isPhone(form.telefono) ? '' : phoneProblem
	const lacks = lacksReference(form.calle, form.numero) ? referenceProblem : ''
	const numero = form.tipo_entrega === 'despacho' ? numberProblem(cost) || lacks : ''
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

/** Focuses a field, which scrolls it and its message into view. */
export const focusField = (id: string): void => document.getElementById(id)?.focus()
