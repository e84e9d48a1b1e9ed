import { formatDireccion, joinDireccion, type TipoEntrega, tiposEntrega } from '#domain/delivery/delivery.ts'
import { readHouse } from '#domain/delivery/house-number.ts'
import { plainNumbers } from '#domain/delivery/plain-numbers.ts'
import { shortestAddress } from '#domain/delivery/shortest-address.ts'
import { isRecord } from '#domain/is-record.ts'
import { type CouponValue, couponKinds } from '#domain/orders/coupons.ts'
import { type MetodoPago, metodosPago } from '#domain/orders/metodo-pago.ts'
import { phoneDigits } from '#domain/orders/phone.ts'
import type { Comprador, Factura } from '#domain/tax-documents/receptor.ts'
import type { DeliveryTarget } from '#web/delivery/use-delivery-quote.ts'

/** What a sale's document may be. */
const documentos = ['boleta', 'factura'] as const

/** What the customer filled in at the checkout. */
export interface CheckoutForm {
	readonly tipo_entrega: TipoEntrega
	/** Digits only, at most 9. */
	readonly telefono: string
	readonly calle: string
	/** The address that is priced: picked from the list, or typed and left; undefined while it is being typed. */
	readonly destino: DeliveryTarget | undefined
	readonly numero: string
	readonly cupon: string
	readonly cupon_estado: 'none' | 'valido' | 'invalido'
	/** What a valid code takes off. */
	readonly cupon_valor: CouponValue | null
	readonly metodo_pago: MetodoPago
	readonly documento: (typeof documentos)[number]
	/** Both as they were typed; only what the document names is sent. */
	readonly factura: Factura
	readonly comprador: Comprador
}

/** A number that belongs to a street's name: `10 de Julio`, `4 Oriente`. */
const numberInName = /\d+\s+(?:de|norte|sur|oriente|poniente)(?![\p{L}\d])/giu

/** Whether an address tells a house: a number besides the one that its street may be named after. */
const tellsHouse = (calle: string) => /\d/.test(plainNumbers(calle).replace(numberInName, ''))

/**
 * What has to be priced for what stands in the two address fields. A street without a number is priced at the house that is
 * written beside it; nothing else that is written there makes another place of an address.
 */
export function targetOf({ calle, numero, destino }: CheckoutForm): DeliveryTarget | undefined {
	const house = readHouse(numero) !== undefined && !tellsHouse(calle) ? numero.trim() : ''
	if (destino && 'lugar_id' in destino) {
		const { lugar_id } = destino
		return house === '' ? { lugar_id } : { lugar_id, numero: house }
	}
	const street = formatDireccion(calle)
	return street.length < shortestAddress ? undefined : { direccion: formatDireccion(joinDireccion(street, house)) }
}

/** Whether two targets ask for the same price. */
export const isSameTarget = (a: DeliveryTarget | undefined, b: DeliveryTarget | undefined): boolean =>
	JSON.stringify(a) === JSON.stringify(b)

/** What was typed and neither priced nor validated: the total that is shown is without it. */
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
	documento: 'boleta',
	factura: { rut: '', razon_social: '', giro: '', direccion: '', comuna: '' },
	comprador: { rut: '', nombre: '' },
}

/** Whether nothing of a factura is filled in. */
export const isBlank = (factura: Factura): boolean => Object.values(factura).every((value) => value.trim() === '')

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

/** The same fields as `empty` has, with the texts that were kept. */
function readTexts<Fields extends Factura | Comprador>(empty: Fields, value: unknown): Fields {
	const saved = new Map(Object.entries(isRecord(value) ? value : {}))
	const texts = Object.keys(empty).map((name) => [name, text(saved.get(name), 100)] as const)
	return { ...empty, ...Object.fromEntries(texts) }
}

const isPesos = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** A code's state; one that is valid without what it takes off has to be validated again. */
function readCoupon(saved: Readonly<Record<string, unknown>>): Pick<CheckoutForm, 'cupon_estado' | 'cupon_valor'> {
	const estado = oneOf(['none', 'valido', 'invalido'], saved.cupon_estado) ?? 'none'
	const value = new Map(Object.entries(saved.cupon_valor ?? {}))
	const tipo = oneOf(couponKinds, value.get('tipo'))
	const [valor, minimo] = [value.get('valor'), value.get('minimo')]
	if (!tipo || !isPesos(valor) || !isPesos(minimo))
		return { cupon_estado: estado === 'valido' ? 'none' : estado, cupon_valor: null }
	return { cupon_estado: estado, cupon_valor: { tipo, valor, minimo } }
}

/** Reads a form that was kept over a reload; what is not right in it is as in an empty one. */
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
		documento: oneOf(documentos, value.documento) ?? emptyForm.documento,
		factura: readTexts(emptyForm.factura, value.factura),
		comprador: readTexts(emptyForm.comprador, value.comprador),
	}
}
