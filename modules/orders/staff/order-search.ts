import { meantRut, phoneDigits } from '#core/rules/person-data.ts'

/** The fields by which an order is found. One found twice has the first of these. */
export const waysToFind = [
	'numero',
	'documento',
	'autorizacion',
	'rut',
	'telefono',
	'palabras',
	'razon_social',
] as const

/** The possible meanings of a panel search; impossible ones are absent. */
export interface OrderSearch {
	/** An order's number, or its prefix. */
	readonly numero?: string
	readonly folio?: string
	readonly codigo?: string
	/** The RUT of a factura or a named buyer, `12345678-9`. */
	readonly rut?: string
	/** The last digits of a telephone, nine at most. */
	readonly telefono?: string
	readonly palabras?: string
}

/** Fewer letters or digits would match nearly every order. */
const shortest = { palabras: 2, telefono: 4 }
const longestPhone = 15

const orderPattern = /^(?:(?:orden|pedido|n(?:ro)?[°º.]?|#)\s*)+0*([1-9]\d{0,9})$/i
const folioPattern = /^(?:(?:folio|boleta|factura|nota de cr[eé]dito|n[°º]?|#)\s*)+0*([1-9]\d{0,9})$/i
const digitsPattern = /^0*([1-9]\d{0,9})$/
const phonePattern = /^\+?[\d\s()./-]+$/
const codePattern = /^[a-z\d]{4,20}$/i

/** `1.042` as a number with a thousands point; points elsewhere are not separators. */
const withoutPoints = (text: string) => (/^\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : text)

function readPhone(text: string): string | undefined {
	const { length } = text.replace(/\D/g, '')
	const isPhone = phonePattern.test(text) && length >= shortest.telefono && length <= longestPhone
	return isPhone ? phoneDigits(text) : undefined
}

/** Parses a panel search; a word before digits names their kind. Undefined when it is too short. */
export function readOrderSearch(typed: string): OrderSearch | undefined {
	const text = withoutPoints(typed.trim().replace(/\s+/g, ' '))
	const order = orderPattern.exec(text)?.[1]
	if (order !== undefined) return { numero: order }
	const folio = folioPattern.exec(text)?.[1]
	if (folio !== undefined) return { folio }
	const digits = digitsPattern.exec(text)?.[1]
	const telefono = readPhone(text)
	const rut = meantRut(text.replace(/^rut:?\s+/i, ''))
	const hasWord = /\p{L}/u.test(text) && text.split(/[^\p{L}\d]+/u).some((word) => word.length >= shortest.palabras)
	const search = {
		...(digits === undefined ? {} : { numero: digits, folio: digits }),
		...(codePattern.test(text) ? { codigo: text } : {}),
		...(rut === undefined ? {} : { rut }),
		...(telefono === undefined ? {} : { telefono }),
		...(hasWord ? { palabras: text } : {}),
	}
	return Object.keys(search).length === 0 ? undefined : search
}
