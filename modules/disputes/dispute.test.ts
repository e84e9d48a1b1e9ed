import { describe, expect, it } from 'vitest'
import { caseTextOf } from '#modules/orders/case-text.ts'
import { type DisputeState, disputeKinds } from '#modules/orders/payment-details.ts'
import { decideDispute } from './dispute.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute))
const reported = (estado: DisputeState, minute = 0) =>
	({ tipo: 'contracargo', estado, cambiada_at: at(minute) }) as const
const known = (estado: DisputeState, minute = 0) => ({ estado, cambiada_at: at(minute) })

describe('a dispute', () => {
	it('stops the delivery when it is new and open', () => {
		expect(decideDispute(undefined, reported('abierta'))).toEqual({ atencion: 'contracargo_abierto', isNew: true })
	})

	it('is reported when first seen as lost, and not when first seen as won', () => {
		expect(decideDispute(undefined, reported('perdida'))?.atencion).toBe('contracargo_perdido')
		expect(decideDispute(undefined, reported('ganada'))).toBeUndefined()
	})

	it('is followed to its end, and may be reopened', () => {
		expect(decideDispute(known('abierta'), reported('ganada', 1))?.isNew).toBe(false)
		expect(decideDispute(known('abierta'), reported('perdida', 1))?.isNew).toBe(false)
		expect(decideDispute(known('ganada'), reported('abierta', 1))?.isNew).toBe(true)
	})

	it('changes nothing when it is unchanged, or by an older report', () => {
		expect(decideDispute(known('abierta'), reported('abierta', 1))).toBeUndefined()
		expect(decideDispute(known('ganada', 5), reported('abierta', 4))).toBeUndefined()
	})

	it('has texts for staff for every kind and result', () => {
		for (const tipo of disputeKinds) {
			for (const estado of ['abierta', 'perdida'] as const) {
				const decision = decideDispute(undefined, { tipo, estado, cambiada_at: null })
				expect(decision && caseTextOf(decision.atencion).todo).toBeTruthy()
			}
		}
	})
})
