import { del, get, set } from 'idb-keyval'

/** Fallback when IndexedDB is full or blocked; lost on reload. */
const memory = new Map<string, Blob>()
const nameOf = (clave: string) => `premium-shaker-foto:${clave}`

/** Returns the result of an IndexedDB operation, or undefined when it fails. */
async function stored<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
	try {
		return { value: await work() }
	} catch {
		return undefined
	}
}

/** Stores a photo on this phone until it is uploaded. */
export async function storePhoto(clave: string, photo: Blob): Promise<void> {
	if (!(await stored(() => set(nameOf(clave), photo)))) memory.set(clave, photo)
}

/** Returns a stored photo, or undefined when it is missing. */
export async function readPhoto(clave: string): Promise<Blob | undefined> {
	return memory.get(clave) ?? (await stored(() => get<Blob>(nameOf(clave))))?.value
}

export async function deletePhoto(clave: string): Promise<void> {
	if (!memory.delete(clave)) await stored(() => del(nameOf(clave)))
}
