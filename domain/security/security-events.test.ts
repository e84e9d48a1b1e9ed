import { expect, it } from 'vitest'
import { kindsOf, securityEventKinds, securityRetention } from './security-events.ts'

it('puts every kind of event into one group, so that one rule says how long it is kept', () => {
	const groups = Object.keys(securityRetention) as (keyof typeof securityRetention)[]
	expect(groups.flatMap(kindsOf).toSorted()).toEqual([...securityEventKinds].toSorted())
	expect(kindsOf('rechazo')).toContain('inicio_fallido')
	expect(kindsOf('cambio')).not.toContain('inicio_fallido')
})
