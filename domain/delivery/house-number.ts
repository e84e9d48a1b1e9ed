/** The house number that a second address field begins with: `4501`, `N° 4501 depto 12`; undefined for `depto 504`. */
export function houseNumberOf(numero: string): number | undefined {
	const found = /^\s*(?:n[°º.]*\s*|nro\.?\s*|#\s*)?(\d{1,5})(?!\d)/i.exec(numero)
	return found?.[1] === undefined ? undefined : Number(found[1])
}
