import { del, get, set } from 'idb-keyval'

/** What the browser's store would not take (full, blocked) lives here until the page is left. */
const memory = new Map<string, Blob>()
const nameOf = (clave: string) => `premium-shaker-foto:${clave}`

/** What the browser's store answers; undefined where it cannot. */
async function stored<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
	try {
		return { value: await work() }
	} catch {
		return undefined
	}
}

/** Keeps a photo on this phone until the shop has it. */
export async function storePhoto(clave: string, photo: Blob): Promise<void> {
	if (!(await stored(() => set(nameOf(clave), photo)))) memory.set(clave, photo)
}

/** A photo that this phone keeps; undefined where it is gone. */
export async function readPhoto(clave: string): Promise<Blob | undefined> {
	return memory.get(clave) ?? (await stored(() => get<Blob>(nameOf(clave))))?.value
}

/** Forgets a photo that the shop has, or that nobody wants any more. */
export async function deletePhoto(clave: string): Promise<void> {
	if (!memory.delete(clave)) await stored(() => del(nameOf(clave)))
}
