/** Returns a random UUID (version 4). `crypto.randomUUID` is missing on plain http. */
export function randomKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16))
	const hex = [...bytes].map((byte, place) => {
		const value = place === 6 ? (byte & 0x0f) | 0x40 : place === 8 ? (byte & 0x3f) | 0x80 : byte
		return value.toString(16).padStart(2, '0')
	})
	return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
		.map((part) => part.join(''))
		.join('-')
}
