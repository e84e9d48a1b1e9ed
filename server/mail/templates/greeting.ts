import { splitName } from '#domain/accounts/person-name.ts'

/**
 * A first name, or its abbreviation. Anybody may register an address that is not theirs, and have the shop write to it: a link or
 * a sentence in place of the name would go out in the shop's own words.
 */
const firstName = /^(\p{L}[\p{L}\p{M}'’-]{0,29})\.?$/u

/** How a mail begins: with the first name, when there is one. */
export function greeting(nombre: string): string {
	const [, first] = firstName.exec(splitName(nombre).nombre) ?? []
	return first === undefined ? 'Hola.' : `Hola, ${first}.`
}
