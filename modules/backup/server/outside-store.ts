import type { Readable } from 'node:stream'

/** A folder outside this machine. Every call throws when it is unreachable or refuses. */
export interface OutsideStore {
	/** For people: `s3://cubo/tienda`. */
	readonly place: string
	names(): Promise<readonly string[]>
	/** Stores a file whole or not at all, in bounded memory. */
	put(name: string, content: Readable): Promise<void>
	read(name: string): Promise<Readable>
	delete(name: string): Promise<void>
}
