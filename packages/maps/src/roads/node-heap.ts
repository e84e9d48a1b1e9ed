/** A binary min-heap of nodes with decrease-key. */
export class NodeHeap {
	readonly #nodes: Uint32Array
	/** Heap position of each node, plus one; 0 when absent. */
	readonly #places: Uint32Array
	readonly #costs: Float32Array
	#size = 0

	/** `costs`: cost of each node; after a decrease, put the node again. */
	constructor(costs: Float32Array) {
		this.#nodes = new Uint32Array(costs.length)
		this.#places = new Uint32Array(costs.length)
		this.#costs = costs
	}

	put(node: number): void {
		const place = this.#places[node] ?? 0
		let at = place === 0 ? this.#size++ : place - 1
		const cost = this.#costs[node] ?? 0
		while (at > 0) {
			const parent = (at - 1) >> 1
			const other = this.#nodes[parent] ?? 0
			if ((this.#costs[other] ?? 0) <= cost) break
			this.#set(at, other)
			at = parent
		}
		this.#set(at, node)
	}

	take(): number | undefined {
		if (this.#size === 0) return undefined
		const first = this.#nodes[0] ?? 0
		this.#places[first] = 0
		const moved = this.#nodes[--this.#size] ?? 0
		if (this.#size > 0) this.#sink(moved)
		return first
	}

	clear(): void {
		for (let at = 0; at < this.#size; at++) this.#places[this.#nodes[at] ?? 0] = 0
		this.#size = 0
	}

	#sink(node: number): void {
		const cost = this.#costs[node] ?? 0
		let at = 0
		for (;;) {
			let child = 2 * at + 1
			if (child >= this.#size) break
			const right = child + 1
			if (right < this.#size && this.#costAt(right) < this.#costAt(child)) child = right
			if (this.#costAt(child) >= cost) break
			this.#set(at, this.#nodes[child] ?? 0)
			at = child
		}
		this.#set(at, node)
	}

	#costAt(at: number): number {
		return this.#costs[this.#nodes[at] ?? 0] ?? 0
	}

	#set(at: number, node: number): void {
		this.#nodes[at] = node
		this.#places[node] = at + 1
	}
}
