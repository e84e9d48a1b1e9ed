import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { alarms } from '#modules/alarms/server/watch-alarms.ts'

/** The expression of each rule, by its name. */
const rules = new Map(
	readFileSync('deploy/prometheus-rules.yml', 'utf8')
		.split('- alert: ')
		.slice(1)
		.map((rule) => [/^\w+/.exec(rule)?.[0] ?? '', /expr: (.*)/.exec(rule)?.[1] ?? ''] as const),
)

it.each(alarms)(
	'the alarm $clave has a rule that compares with the same number, or reads the alarm itself',
	(alarm) => {
		const { clave, regla } = alarm
		const expr = rules.get(regla.nombre) ?? ''
		if (regla.limite === undefined) expect(expr).toContain(`tienda_alarmas{clave="${clave}"}) > 0`)
		else expect(expr).toMatch(new RegExp(`[<>=] ${regla.limite}\\b`))
	},
)

it('each alarm has a row in the table of docs/operations.md', () => {
	const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split('\n## Alarms\n')
	const rows = section.split('\n').filter((line) => line.startsWith('| '))
	expect(alarms.filter(({ regla }) => !rows.some((row) => row.includes(`\`${regla.nombre}\``)))).toEqual([])
})

it('no two alarms have one name', () => {
	expect(new Set(alarms.map(({ clave }) => clave)).size).toBe(alarms.length)
})
