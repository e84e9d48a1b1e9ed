/** The file name of a proof, with its order's number; `place` counts the order's proofs from 0, oldest first. */
export function proofFileName(orderNumber: number, place: number): string {
	return `orden-${orderNumber}-comprobante-${place + 1}.webp`
}
