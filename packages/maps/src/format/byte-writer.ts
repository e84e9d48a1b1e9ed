/** Writes the format of byte-reader.ts. */
export class ByteWriter {
	#bytes = new Uint8Array(1 << 16)
	#length = 0

	byte(value: number): void {
		if (this.#length === this.#bytes.length) {
			const grown = new Uint8Array(this.#bytes.length * 2)
			grown.set(this.#bytes)
			this.#bytes = grown
		}
		this.#bytes[this.#length++] = value
	}

	/** @throws RangeError for anything but a whole number from 0. */
	unsigned(value: number): void {
		if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not an unsigned integer: ${value}`)
		let rest = value
		while (rest >= 128) {
			this.byte((rest % 128) + 128)
			rest = Math.floor(rest / 128)
		}
		this.byte(rest)
	}

	signed(value: number): void {
		this.unsigned(value >= 0 ? value * 2 : -value * 2 - 1)
	}

	block(bytes: Uint8Array): void {
		this.unsigned(bytes.length)
		for (const byte of bytes) this.byte(byte)
	}

	text(value: string): void {
		this.block(new TextEncoder().encode(value))
	}

	bytes(): Uint8Array {
		return this.#bytes.slice(0, this.#length)
	}
}
