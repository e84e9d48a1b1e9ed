import { describe, expect, it } from 'vitest'
import { caseTextOf } from '#domain/staff/case-text.ts'
import { type DisputeState, decideDispute, disputeKinds } from './dispute.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute))
const told = (estado: DisputeState, minute = 0) => ({ tipo: 'contracargo', estado, cambiada_at: at(minute) }) as const
const known = (estado: DisputeState, minute = 0) => ({ estado, cambiada_at: at(minute) })

describe('a dispute', () => {
	it('that is new and open stops the delivery', () => {
		expect(decideDispute(undefined, told('abierta'))).toEqual({ atencion: 'contracargo_abierto', isNew: true })
	})

	it('that is lost at first sight is told, and one that was won is not', () => {
		expect(decideDispute(undefined, told('perdida'))?.atencion).toBe('contracargo_perdido')
		expect(decideDispute(undefined, told('ganada'))).toBeUndefined()
	})

	it('is followed to its end, and may be opened again', () => {
		expect(decideDispute(known('abierta'), told('ganada', 1))?.isNew).toBe(false)
		expect(decideDispute(known('abierta'), told('perdida', 1))?.isNew).toBe(false)
		expect(decideDispute(known('ganada'), told('abierta', 1))?.isNew).toBe(true)
	})

	it('changes nothing when it stands as before, or by an answer that is older than what is known', () => {
		expect(decideDispute(known('abierta'), told('abierta', 1))).toBeUndefined()
		expect(decideDispute(known('ganada', 5), told('abierta', 4))).toBeUndefined()
	})

	it('has words for staff, whatever it is and however it ends', () => {
		for (const tipo of disputeKinds) {
			for (const estado of ['abierta', 'perdida'] as const) {
				const decision = decideDispute(undefined, { tipo, estado, cambiada_at: null })
				expect(decision && caseTextOf(decision.atencion).todo).toBeTruthy()
			}
		}
	})
})
