import { splitName } from '#domain/accounts/person-name.ts'

/** How a mail begins: with the first name, when there is one. */
export function greeting(nombre: string): string {
	const { nombre: first } = splitName(nombre)
	return first === '' ? 'Hola.' : `Hola, ${first}.`
}
