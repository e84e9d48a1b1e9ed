/** Below this many different characters a key was typed, not drawn: 32 drawn hexadecimal digits have fewer once in 30,000 keys. */
const leastDifferent = 10
/** What people write in place of a secret; a key drawn by chance has none of it. */
const placeholder = /secre|passw|contrase|clave|cambia|change|ejemplo|example|premium|shaker|qwerty|12345678|abcdefgh/i

/** How soon the text begins again: 3 for `abcabcab`, its whole length where it never does. */
function period(text: string): number {
	for (let length = 1; length < text.length; length += 1) {
		if (text.startsWith(text.slice(length))) return length
	}
	return text.length
}

/** Whether a key is plainly no secret: one character or a few, something repeated, a row of the alphabet, a word for a secret. */
export function isPlainlyNoSecret(key: string): boolean {
	return new Set(key).size < leastDifferent || period(key) < 16 || placeholder.test(key)
}
