import type { EstadoDocumento } from '#modules/tax-documents/tax-document.ts'

/** Which documents staff may emit again. An emitted one is polled every minute anyway. */
export const canEmitAgain: Readonly<Record<EstadoDocumento, boolean>> = {
	por_emitir: true,
	emitida: false,
	aceptada: false,
	rechazada: true,
	por_revisar: true,
}
