import { expect, it } from 'vitest'
import { actProblem } from '#web/staff/act.ts'

const failure = { ok: false, code: '', text: '', extra: {}, body: '' } as const

it.each([0, 502])('promises after a lost answer (%i) that nothing is done twice only where that holds', (status) => {
	expect(actProblem({ ...failure, status })).toContain('no se hará dos veces')
	const message = actProblem({ ...failure, status }, 'Mira si ya está.')
	expect(message).toContain('Mira si ya está.')
	expect(message).not.toContain('dos veces')
})
