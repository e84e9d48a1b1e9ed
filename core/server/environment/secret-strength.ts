/** Fewer distinct characters mean a typed key: 32 random hexadecimal digits have fewer once in 30,000 keys. */
const leastDifferent = 10
/** Placeholder words in secrets; a random key has none of them. */
const placeholder = /secre|passw|contrase|clave|cambia|change|ejemplo|example|premium|shaker|qwerty|12345678|abcdefgh/i

/** The period of a repeating text: 3 for `abcabcab`, its length without repetition. */
function period(text: string): number {
	for (let length = 1; length < text.length; length += 1) {
		if (text.startsWith(text.slice(length))) return length
	}
	return text.length
}

/** Whether a key is plainly no secret: few characters, a repetition, an alphabet sequence, a placeholder. */
export function isPlainlyNoSecret(key: string): boolean {
	return new Set(key).size < leastDifferent || period(key) < 16 || placeholder.test(key)
}
