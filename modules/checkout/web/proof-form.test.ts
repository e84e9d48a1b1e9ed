import { describe, expect, it } from 'vitest'
import { proofProblem, uploadProblem } from '#modules/checkout/web/transfer-screen.tsx'

const refusal = (status: number, text: string) => ({ ok: false, status, code: '', text, extra: {}, body: '' }) as const

describe('a proof before it is sent', () => {
	it('is required', () => {
		expect(proofProblem(undefined)).toBe('Por favor sube el comprobante antes de enviar.')
	})

	it('must not be empty', () => {
		expect(proofProblem({ type: 'image/jpeg', size: 0 })).toBe('El archivo está vacío. Elige otra imagen.')
	})

	it('must be an image of at most 10 MB', () => {
		expect(proofProblem({ type: 'image/png', size: 10 * 1024 * 1024 })).toBeUndefined()
		expect(proofProblem({ name: 'IMG_1.HEIC', type: '', size: 10 })).toContain('Más compatible')
		expect(proofProblem({ type: 'image/heic', size: 10 })).toContain('Más compatible')
		expect(proofProblem({ type: 'application/pdf', size: 10 })).toBe(
			'El comprobante debe ser una imagen JPG, PNG o WebP.',
		)
		expect(proofProblem({ type: 'image/jpeg', size: 10 * 1024 * 1024 + 1 })).toBe('El comprobante pesa más de 10 MB.')
	})
})

describe('a rejected proof', () => {
	it("shows the server's message, or an unknown result", () => {
		expect(uploadProblem(refusal(422, 'Esta orden ya tiene 5 comprobantes.'))).toBe(
			'Esta orden ya tiene 5 comprobantes.',
		)
		expect(uploadProblem(refusal(500, ''))).toBe('Error desconocido al subir el comprobante')
		expect(uploadProblem(refusal(0, 'Failed to fetch'))).toBe('Ocurrió un error al enviar el comprobante')
	})
})
