import { failures } from '#core/contract/failure.ts'
import { formatClp } from '#core/rules/money.ts'
import { type MetodoPago, metodosPago } from '#core/rules/payment-methods.ts'
import { isPhone, phoneDigits } from '#core/rules/person-data.ts'
import { plainNumbers } from '#core/rules/text.ts'
import { isRecord } from '#core/rules/values.ts'
import { openAccount } from '#core/web/session/account.ts'
import { call } from '#core/web/session/api.ts'
import type { Cart } from '#modules/cart/cart.ts'
import { validateCoupon } from '#modules/checkout/endpoints.ts'
import type { CheckoutOptions, PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { normalizeCoupon, totalsOf } from '#modules/checkout/totals.ts'
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
import { type CouponValue, couponKinds, shopCouponValue } from '#modules/orders/coupon.ts'
import { gatewayReservationMinutes } from '#modules/orders/hold-times.ts'

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

/**
 * Returns the target of the quote for the two address fields. A street without a number uses the house number typed beside
 * it; other text there does not change the target.
 */
export function targetOf({ calle, numero, destino }: CheckoutForm): DeliveryTarget | undefined {
	const hasHouse = /\d/.test(plainNumbers(calle).replace(numberInName, ''))
	const house = readHouse(numero) !== undefined && !hasHouse ? numero.trim() : ''
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

/** The form in the storage of the tab, which outlives a reload and the gateway's page. */
export const formKey = 'pago'

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

/** A value is stored with its account, so the next person at the same screen cannot see it. */
function read(key: string): { cuenta: unknown; valor: unknown } | undefined {
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
		const stored = { cuenta: openAccount() ?? read(key)?.cuenta, valor }
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
	if (form.tipo_entrega === 'retiro') return { ...noProblems, telefono }
	const calle = isEmptyDireccion(form.calle) ? failures.direccion_requerida.text : addressProblem(cost)
	const lacks = lacksReference(form.calle, form.numero) ? referenceProblem : ''
	return { telefono, calle, numero: numberProblem(cost) || lacks, metodo: '' }
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

function deliveryText(tipo: TipoEntrega, cost: DeliveryCost): string {
	if (tipo === 'retiro' || cost.state === 'failed') return formatClp(0)
	if (cost.state === 'measuring') return 'Calculando…'
	if (cost.state !== 'known') return 'Por calcular'
	if (cost.quote.fuera_de_cobertura) return 'Sin cobertura'
	return cost.quote.gratis ? 'Gratis' : formatClp(cost.quote.costo)
}

export type CheckoutTotals = ReturnType<typeof checkoutTotals>

/** Adds up cart and delivery (home delivery only), less the discount of a valid code. */
export function checkoutTotals(order: {
	cart: Cart
	tipo_entrega: TipoEntrega
	cost: DeliveryCost
	/** Discount of a valid code; null without one. */
	coupon: CouponValue | null
}) {
	const { cart, tipo_entrega, cost } = order
	const isDelivered = tipo_entrega === 'despacho'
	const despacho = isDelivered && cost.state === 'known' ? cost.quote.costo : 0
	return {
		...totalsOf({ lines: cart, despacho, coupon: order.coupon }),
		despachoText: deliveryText(tipo_entrega, cost),
		isOutOfCoverage: isDelivered && cost.state === 'known' && cost.quote.fuera_de_cobertura,
		/** The price is loading; confirming waits for it. */
		isMeasuring: isDelivered && cost.state === 'measuring',
		/** The delivery price is unknown and may increase the total. */
		isFrom: isDelivered && cost.state !== 'known' && cost.state !== 'failed',
	}
}

/**
 * Compares a trimmed code, case-insensitively, with the digest of the valid one. The page contains no code; the server
 * validates again.
 */
export async function isCoupon(code: string, cupon_sha256: string | null): Promise<boolean> {
	const normal = normalizeCoupon(code)
	if (normal === '' || cupon_sha256 === null) return false
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(normal))
	const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
	return hex === cupon_sha256.toLowerCase()
}

/** Form change after a validation; `problem`: the validation failed, and the form is unchanged. */
type CouponVerdict = Pick<CheckoutForm, 'cupon_estado' | 'cupon_valor'> | { readonly problem: string }

const invalid = { cupon_estado: 'invalido', cupon_valor: null } as const

/**
 * Returns whether a code is valid for a cart of `subtotal` CLP, and its discount: the page knows one code, the server the
 * others.
 */
export async function judgeCoupon(
	{ cupon }: Pick<CheckoutForm, 'cupon'>,
	options: Pick<CheckoutOptions, 'cupon_sha256' | 'hay_cupones'>,
	subtotal: number,
): Promise<CouponVerdict> {
	if (normalizeCoupon(cupon) === '') return invalid
	// Browsers have no crypto.subtle on plain http; there the server validates every code.
	const canCompare = globalThis.crypto?.subtle !== undefined
	if (canCompare && (await isCoupon(cupon, options.cupon_sha256)))
		return { cupon_estado: 'valido', cupon_valor: shopCouponValue }
	if (canCompare && !options.hay_cupones) return invalid
	const answer = await call(validateCoupon, { body: { codigo: cupon.trim(), subtotal } })
	if (answer.ok) return { cupon_estado: 'valido', cupon_valor: answer.data }
	if (answer.code === 'cupon_invalido') return invalid
	console.error('a discount code could not be checked', answer.status, answer.code)
	return { problem: answer.text || 'No pudimos revisar el código. Intenta nuevamente.' }
}

/** Invalidates a code when the cart of `subtotal` CLP falls below its minimum. */
export function withCouponFor(form: CheckoutForm, subtotal: number): CheckoutForm {
	const isBelow = form.cupon_estado === 'valido' && subtotal < (form.cupon_valor?.minimo ?? 0)
	return isBelow ? { ...form, cupon_estado: 'invalido' } : form
}

/** Returns the order request: the shown contents with the signed quote. `parts`: the fields of modules. */
export function buildPlaceOrderRequest(order: {
	form: CheckoutForm
	cart: Cart
	total: number
	cost: DeliveryCost
	parts: readonly Partial<PlaceOrderRequest>[]
}): PlaceOrderRequest {
	const { form, cart, total, cost } = order
	const { tipo_entrega, telefono, metodo_pago } = form
	const common = {
		carrito: [...cart],
		total,
		telefono,
		metodo_pago,
		tipo_entrega,
		...(form.cupon_estado === 'valido' ? { cupon: form.cupon.trim() } : {}),
		...Object.assign({}, ...order.parts),
	}
	if (tipo_entrega === 'retiro') return { ...common, direccion: '' }
	const lugar_id = form.destino && 'lugar_id' in form.destino ? form.destino.lugar_id : undefined
	const quote = cost.state === 'known' && cost.quote.lugar_id !== '' ? cost.quote : undefined
	return {
		...common,
		direccion: joinDireccion(form.calle, form.numero),
		...(quote ? { lugar_id: quote.lugar_id, cotizacion: quote.cotizacion } : lugar_id ? { lugar_id } : {}),
	}
}

/** An order request without a final answer: equal contents are sent with the same key, so repeats make one order. */
export interface PendingOrder {
	readonly key: string
	readonly request: PlaceOrderRequest
	/** First attempt, ms since 1970. */
	readonly since: number
}

/** Shorter than the life of a payment page; later, equal contents are a new order. */
const pendingMs = (gatewayReservationMinutes - 5) * 60_000

/** Returns the contents that identify an order. A renewed quote is the same delivery. */
function contentsOf(request: PlaceOrderRequest): string {
	const { cotizacion: _signature, ...contents } = request
	return JSON.stringify(contents)
}

/** Reads the stored value of the tab. */
export function readPending(value: unknown): PendingOrder | undefined {
	if (typeof value !== 'object' || value === null) return undefined
	const { key, request, since } = value as Partial<PendingOrder>
	if (typeof key !== 'string' || typeof since !== 'number' || typeof request !== 'object') return undefined
	return { key, request, since }
}

/**
 * Returns the pending order when its contents equal `request` (with its exact body, since a key belongs to one body), else a
 * new one.
 */
export function pendingFor(
	request: PlaceOrderRequest,
	kept: PendingOrder | undefined,
	at: { now: number; newKey: () => string },
): PendingOrder {
	const isSame = kept && at.now - kept.since < pendingMs && contentsOf(kept.request) === contentsOf(request)
	return isSame ? kept : { key: at.newKey(), request, since: at.now }
}

/** The pending order in the storage of the tab. */
export const pendingKey = 'pedido_en_curso'

/** Settles the pending order: equal contents are a new order from now on. */
export function clearPendingOrder(): void {
	saveToSession(pendingKey, undefined)
}
