/** Splits a full name: the first word, and the rest. */
export function splitName(name: string): { nombre: string; apellido: string } {
	const [nombre = '', ...rest] = name.trim().split(/\s+/u)
	return { nombre, apellido: rest.join(' ') }
}
