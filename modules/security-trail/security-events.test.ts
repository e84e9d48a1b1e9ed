import { expect, it } from 'vitest'
import { securityEventKinds } from '#core/rules/audit-actions.ts'
import { kindsOf, securityRetention } from './security-events.ts'

it('has one group for every kind of event, whose rule sets its retention', () => {
	const groups = Object.keys(securityRetention) as (keyof typeof securityRetention)[]
	expect(groups.flatMap(kindsOf).toSorted()).toEqual([...securityEventKinds].toSorted())
	expect(kindsOf('rechazo')).toContain('inicio_fallido')
	expect(kindsOf('cambio')).not.toContain('inicio_fallido')
})
