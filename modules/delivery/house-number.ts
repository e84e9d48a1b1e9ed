import { fold, isNumberless, plainNumbers } from '#core/rules/text.ts'
import { isArea } from '#modules/delivery/address.ts'

/** The house number in the text beside a street; `unclear`: there is a number, but it is ambiguous. */
export type HouseReading = number | 'unclear' | undefined

const words = (list: string) => `(?:${list.trim().split(/\s+/).join('|')})`
/** Parts of a building that may have any number. */
const units = words(
	`departamentos? deptos? dptos? dept dep dpt dp dto depa aptos? apt ap oficinas? ofic ofi of local loc interior int bodega
	box estacionamiento est suite unidad habitacion hab pieza timbre citofono clave codigo`,
)
/** Parts of a building, or of a group of houses, with numbers below a thousand. */
const counted = words(
	`casa torre block bloque blok blk piso nivel edificio edif ed condominio cond manzana mz sitio lote parcela etapa
	entrada acceso porton escalera ala`,
)
const mark = '(?:nros?\\.?|num\\.?|numero|n\\.?\\s?[o°]?\\.?|#)'
const numerals = words(
	`cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieci[a-z]+ veint[a-z]+ treinta
	cuarenta cincuenta sesenta setenta ochenta noventa cien ciento doscient[ao]s trescient[ao]s cuatrocient[ao]s quinient[ao]s
	seiscient[ao]s setecient[ao]s ochocient[ao]s novecient[ao]s mil`,
)
const label = `(?<before>^|[^a-z])`
const gap = `[\\s.:°-]*(?:${mark}[\\s.:°-]*)?`
const unitValue = `(?<unit>\\d{1,6})(?:-?[a-z](?![a-z]))?(?:(?:\\s*[-/]\\s*|\\s+y\\s+)(?<next>\\d{1,5}))?`
const letterValue = `[a-z](?![a-z])(?:[\\s-]?\\d{1,3}(?!\\d))?`
const unitPart = new RegExp(
	`${label}${units}(?![a-z])${gap}(?:${unitValue}(?!\\d)|${letterValue}|${numerals}(?![a-z]))`,
	'g',
)
const countedPart = new RegExp(
	`${label}${counted}(?![a-z])${gap}(?:\\d{1,3}(?!\\d)(?:\\s?-?[a-z](?![a-z]))?|${letterValue}|${numerals}(?![a-z]))`,
	'g',
)
const ordinalFloor = /(^|\D)\d{1,2}\s?(?:er|ro|do|to|vo|mo|°|o)?\s?piso/g
/** Postal codes have seven digits, phones eight or nine: no house number has. */
const longNumber = /(^|\D)0*[1-9]\d{6,}(?!\d)/g

const read = (text: string) => fold(plainNumbers(text)).replace(/º/g, '°')

/** A text without the numbers of apartments and the like. */
function withoutInside(text: string): string {
	return text
		.replace(longNumber, '$1')
		.replace(ordinalFloor, '$1')
		.replace(unitPart, (all: string, ...rest) => {
			const { before = '', unit, next } = rest.at(-1) as Record<string, string | undefined>
			return next !== undefined && next.length !== unit?.length ? all : `${before};`
		})
		.replace(countedPart, '$<before>;')
}

const leading = new RegExp(
	`^[^a-z\\d;]*(?:(?:${mark}|al|altura(?:\\s+del)?|a la altura del)[^a-z\\d]*)?(\\d+)(?:\\s?-?\\s?[a-z](?![a-z\\d]))?(?![a-z\\d])`,
)
const marked = new RegExp(`(?:^|[^a-z])${mark}[\\s.:°-]*(\\d+)(?![\\d])`, 'g')
const numeral = new RegExp(`(?:^|[^a-z])${numerals}(?![a-z])`)

/** Whether two adjacent groups of digits may be one number, or an apartment before its house. */
function isOneOfTwo(number: string, after: string): boolean {
	const [, between = '', next = ''] = /^(\s*[.,'/ -]+\s*)(\d+)/.exec(after) ?? []
	if (next === '') return new RegExp(`^\\s*${numerals}(?![a-z])`).test(after)
	if (Number(next) >= 1_000 && !between.includes('/')) return true
	return number.length + next.length <= 5 && !(/[-/]/.test(between) && next.length <= 2)
}

const markedIn = (text: string) => [...text.matchAll(marked)].map(([, digits]) => Number(digits))

/**
 * The house number in the second field of an address (`Nº 4.501 depto 12`), in any script and with any separators;
 * undefined without one (`depto 504`, a postal code).
 */
export function readHouse(numero: string): HouseReading {
	const text = withoutInside(read(numero))
	const [found, number] = leading.exec(text) ?? []
	if (found !== undefined && number !== undefined) {
		const after = text.slice(found.length)
		return isOneOfTwo(number, after) || markedIn(after).some((other) => other >= 1_000) ? 'unclear' : Number(number)
	}
	const [only, ...others] = new Set(markedIn(text))
	if (only !== undefined && others.length === 0) return only
	return /\p{N}/u.test(text) || numeral.test(text) ? 'unclear' : undefined
}

/** Whether an address without a house number (`s/n`) lacks what a courier finds it by. */
export function lacksReference(calle: string, numero: string): boolean {
	const words = fold(numero).replace(/s\s?\/\s?n(?:ro)?|sin numero/g, '')
	return isNumberless(`${calle}, ${numero}`) && !/[a-z]{3}/.test(words)
}

const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).map(Number)

/** `all` without one occurrence of each of `some`. */
function without(all: readonly number[], some: readonly number[]): number[] {
	const left = [...all]
	for (const number of some) if (left.includes(number)) left.splice(left.indexOf(number), 1)
	return left
}

/** A priced address, and its house number; null for a street or a landmark. */
export interface PricedAddress {
	readonly direccion: string
	readonly numero: number | null
}

const wayWord = /^(?:av|ave|avd|avda|avenida|calle|cl|pasaje|pje|psje|psj)$/

/** The text beside a street's name. */
function besideName(street: string, name: string): string {
	const known = name.split(/[^a-z0-9]+/)
	return street.replace(/[a-z0-9]+/g, (word) => {
		const at = known.indexOf(word)
		if (at >= 0) known.splice(at, 1)
		return at >= 0 || wayWord.test(word) ? '' : word
	})
}

/** The house number written beside a street, or in the fields behind it. */
function houseOfStreet(street: string, others: readonly string[], name: string): HouseReading {
	const beside = withoutInside(besideName(street, name))
	const numbers = numbersIn(beside)
	if (numbers.length === 1 && !numeral.test(beside) && !/\d[a-z]{2}/.test(beside)) return numbers[0]
	return readHouse(numbers.length > 0 ? beside : [beside, ...others].join(', ').replace(/^[\s,.;]+/, ''))
}

/**
 * The written house number that differs from the priced one; undefined when they agree, or none is written. Beside a
 * street with the priced number a second number is an apartment's.
 */
export function unpricedHouse(written: string, priced: PricedAddress): HouseReading {
	const [street = '', ...others] = read(written)
		.split(',')
		.filter((part) => part.trim() !== '' && !isArea(part.replace(/\d{7}/, '')))
	const [name = ''] = read(priced.direccion).split(',')
	if (priced.numero === null) return houseOfStreet(street, others, name)
	const beside = without(numbersIn(withoutInside(street)), without(numbersIn(name), [priced.numero]))
	if (beside.length > 0) return beside.includes(priced.numero) ? undefined : beside[0]
	if (others.some((part) => numbersIn(withoutInside(part)).includes(priced.numero ?? -1))) return undefined
	const houses = others.map(readHouse).filter((house) => typeof house === 'number')
	return houses[0]
}
