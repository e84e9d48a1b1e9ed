/** Facts about one path of a call's bodies. */
interface Seen {
	readonly types: Set<string>
	count: number
}

/** The merged shape of all bodies of one call: each path with its types; array elements share a path. */
export class BodyShape {
	readonly #paths = new Map<string, Seen>()

	add(value: unknown, path = ''): void {
		const seen = this.#paths.get(path) ?? { types: new Set<string>(), count: 0 }
		this.#paths.set(path, seen)
		seen.types.add(typeOf(value))
		seen.count += 1
		if (Array.isArray(value)) for (const one of value) this.add(one, `${path}[]`)
		else if (typeof value === 'object' && value !== null)
			for (const [name, one] of Object.entries(value)) this.add(one, `${path}.${name}`)
	}

	/** Returns one path per line, sorted. `?`: missing in some objects. */
	lines(): string[] {
		const shown = [...this.#paths].map(([path, { types, count }]) => {
			const parent = path.slice(0, path.lastIndexOf('.'))
			const isField = path.includes('.') && !path.endsWith('[]')
			const mayMiss = isField && count < (this.#objectsAt(parent) ?? 0)
			return `${path || '.'}${mayMiss ? '?' : ''} ${[...types].toSorted().join('|')}`
		})
		return shown.toSorted()
	}

	#objectsAt(path: string): number | undefined {
		const seen = this.#paths.get(path)
		// Where an object can be null, missing fields are not counted.
		return seen?.types.size === 1 ? seen.count : undefined
	}
}

function typeOf(value: unknown): string {
	if (value === null) return 'null'
	return Array.isArray(value) ? 'array' : typeof value
}
