import type { EstadoDocumento } from '#domain/tax-documents/tax-document.ts'

/** Which documents staff may have emitted again. One that was emitted is asked about every minute by itself. */
export const canEmitAgain: Readonly<Record<EstadoDocumento, boolean>> = {
	por_emitir: true,
	emitida: false,
	aceptada: false,
	rechazada: true,
	por_revisar: true,
}
