import { isArea } from '#domain/delivery/split-direccion.ts'

const words = '(?:n[°º.]+|nro\\.?|núm\\.?|num\\.?|número|numero|n|#|al|altura(?:\\s+del)?)'
const house = new RegExp(`^[^\\p{L}\\d#]*(?:${words}[^\\p{L}\\d]*)?(\\d{1,2}\\.\\d{3}(?!\\d)|\\d+)`, 'iu')

/**
 * The house number that the second address field begins with (`N° 4501 depto 12`), also one that no street has; not for
 * `depto 504`.
 */
export function houseNumberOf(numero: string): number | undefined {
	const found = house.exec(numero)?.[1]
	return found === undefined ? undefined : Number(found.replace('.', ''))
}

/** From here on a part of an address tells of the inside of a building. */
const inside = /(?:^|\s)(?:depto|dpto|departamento|of|oficina|local|casa|torre|block|piso)(?![\p{L}\d]).*$/iu

const numbersIn = (text: string) =>
	(text.match(/\d{1,2}\.\d{3}(?!\d)|\d+/g) ?? []).map((found) => Number(found.replace('.', '')))

/** `all` without one occurrence of each of `some`. */
function without(all: readonly number[], some: readonly number[]): number[] {
	const left = [...all]
	for (const number of some) if (left.includes(number)) left.splice(left.indexOf(number), 1)
	return left
}

/** An address that was priced, and the house number in it; null where it is a street or a landmark. */
export interface PricedAddress {
	readonly direccion: string
	readonly numero: number | null
}

/**
 * The written house number that the price does not know; undefined where the price is of it, or none is written. Beside a
 * street with the priced number a second number is an apartment's.
 */
export function unpricedNumber(written: string, priced: PricedAddress): number | undefined {
	const [pricedStreet = ''] = priced.direccion.split(',')
	const [street = '', ...others] = written.split(',').filter((part) => part.trim() !== '' && !isArea(part))
	const inName = without(numbersIn(pricedStreet), priced.numero === null ? [] : [priced.numero])
	const besideName = without(numbersIn(street.replace(inside, '')), inName)
	if (besideName.length > 0) return besideName.some((number) => number === priced.numero) ? undefined : besideName[0]
	if (others.some((part) => numbersIn(part.replace(inside, '')).some((number) => number === priced.numero)))
		return undefined
	return others.map(houseNumberOf).find((number) => number !== undefined)
}
