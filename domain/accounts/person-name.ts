/** Parts a full name the way the shop asks for it: the first word, and the rest. */
export function splitName(name: string): { nombre: string; apellido: string } {
	const [nombre = '', ...rest] = name.trim().split(/\s+/u)
	return { nombre, apellido: rest.join(' ') }
}
