import { expect, it } from 'vitest'
import { refetchInterval } from '#modules/orders/staff/web/order-screen.tsx'
import type { StaffDocument } from '#modules/tax-documents/shapes.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const quiet: object = { devoluciones: [], correos: [], disputas: [], documentos_a_mano: false, receptor: null }

it.each([
	['por_emitir', 3000],
	['emitida', 3000],
	['aceptada', false],
	['por_revisar', false],
] as const)('reads the order of a document that is %s again: %s', (estado, every) => {
	const documentos = [{ estado, created_at: new Date(now).toISOString() }] as StaffDocument[]
	const waiting = { ...quiet, documentos } as Parameters<typeof refetchInterval>[0]
	expect(refetchInterval(waiting, now)).toBe(every)
})
