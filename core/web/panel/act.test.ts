import { expect, test } from 'vitest'
import { actProblem } from '#core/web/panel/act.ts'

const failure = { ok: false, code: '', text: '', extra: {}, body: '' } as const

test.each([0, 502])(
	'after a lost answer (%i) the message rules out a second execution only for idempotent requests',
	(status) => {
		expect(actProblem({ ...failure, status })).toContain('no se hará dos veces')
		const message = actProblem({ ...failure, status }, 'Mira si ya está.')
		expect(message).toContain('Mira si ya está.')
		expect(message).not.toContain('dos veces')
	},
)
