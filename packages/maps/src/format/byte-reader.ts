/** Reads the index format: unsigned and zigzag varints, length-prefixed texts and blocks. */
export class ByteReader {
	readonly #bytes: Uint8Array
	#at = 0

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes
	}

	get done(): boolean {
		return this.#at >= this.#bytes.length
	}

	/** @throws when the index ends within a number. */
	byte(): number {
		const value = this.#bytes[this.#at++]
		if (value === undefined) throw new Error('the maps index is cut off')
		return value
	}

	unsigned(): number {
		let value = 0
		let shift = 1
		for (;;) {
			const byte = this.byte()
			value += (byte & 127) * shift
			if (byte < 128) return value
			shift *= 128
		}
	}

	signed(): number {
		const value = this.unsigned()
		return value % 2 === 0 ? value / 2 : -(value + 1) / 2
	}

	block(): Uint8Array {
		const length = this.unsigned()
		const block = this.#bytes.subarray(this.#at, this.#at + length)
		if (block.length !== length) throw new Error('the maps index is cut off')
		this.#at += length
		return block
	}

	text(): string {
		return textDecoder.decode(this.block())
	}
}

const textDecoder = new TextDecoder()
