import { splitName } from '#domain/accounts/person-name.ts'

/** A first name, or its abbreviation: who registers a stranger's address could have the shop mail a link in place of a name. */
const firstName = /^(\p{L}[\p{L}\p{M}'’-]{0,29})\.?$/u

/** How a mail begins: with the first name, when there is one. */
export function greeting(nombre: string): string {
	const [, first] = firstName.exec(splitName(nombre).nombre) ?? []
	return first === undefined ? 'Hola.' : `Hola, ${first}.`
}
