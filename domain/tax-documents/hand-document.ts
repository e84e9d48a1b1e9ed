/** The most bytes of a document's PDF that staff upload. */
export const maxPdfBytes = 2_000_000

/** Whether bytes begin as a PDF does. */
export function isPdf(bytes: Uint8Array): boolean {
	return ['%', 'P', 'D', 'F', '-'].every((sign, at) => bytes[at] === sign.charCodeAt(0))
}
