import { describe, expect, it } from 'vitest'
import { isAllowed, isLastSuperuser, type Rights, shutsLastStaffOut, waitsForProof, whoMay } from './permissions.ts'

const account = (id: number, flags: Partial<Rights> = {}): Rights => ({
	id,
	is_staff: false,
	is_active: true,
	is_superuser: false,
	...flags,
})
const boss = account(1, { is_staff: true, is_superuser: true })
const clerk = account(2, { is_staff: true })
const customer = account(3)

it('admits active staff, whatever their rank', () => {
	expect(isAllowed('cambiar_derechos', boss)).toBe(true)
	expect(isAllowed('cambiar_derechos', clerk)).toBe(true)
	expect(isAllowed('cambiar_derechos', customer)).toBe(false)
	expect(isAllowed('cambiar_derechos', { ...boss, is_active: false })).toBe(false)
	expect(isAllowed('cambiar_derechos', { ...boss, is_staff: false })).toBe(false)
})

it('never removes the last account with access to the panel', () => {
	expect(shutsLastStaffOut([clerk], clerk.id, 'is_staff', false)).toBe(true)
	expect(shutsLastStaffOut([clerk], clerk.id, 'is_active', false)).toBe(true)
	expect(shutsLastStaffOut([clerk], clerk.id, 'is_superuser', false)).toBe(false)
	expect(shutsLastStaffOut([clerk], customer.id, 'is_active', false)).toBe(false)
	expect(shutsLastStaffOut([clerk], clerk.id, 'is_active', true)).toBe(false)
	expect(shutsLastStaffOut([], customer.id, 'is_staff', false)).toBe(false)
	expect(shutsLastStaffOut([boss, clerk], clerk.id, 'is_staff', false)).toBe(false)
})

it('recognises the last superuser', () => {
	expect(isLastSuperuser([boss, clerk], boss.id)).toBe(true)
	expect(isLastSuperuser([boss, { ...clerk, is_superuser: true }], boss.id)).toBe(false)
	expect(isLastSuperuser([boss, clerk], clerk.id)).toBe(false)
	expect(isLastSuperuser([clerk], clerk.id)).toBe(false)
	const deputy = { ...clerk, is_superuser: true }
	expect(isLastSuperuser([boss, { ...deputy, is_active: false }], boss.id)).toBe(true)
	expect(isLastSuperuser([boss, { ...deputy, is_staff: false }], boss.id)).toBe(true)
})

describe('rights given to an address', () => {
	const none = { is_staff: false, is_superuser: false, email_verified_at: null, derechos_en_espera: false }
	const staff = { is_staff: true, is_superuser: false }

	it('are pending while it is unproved', () => {
		expect(waitsForProof(none, staff)).toBe(true)
		expect(waitsForProof(none, { is_staff: false, is_superuser: true })).toBe(true)
		expect(waitsForProof({ ...none, email_verified_at: new Date() }, staff)).toBe(false)
	})

	it('stay pending after additions, until none is left', () => {
		const waiting = { ...none, ...staff, derechos_en_espera: true }
		expect(waitsForProof(waiting, { is_staff: true, is_superuser: true })).toBe(true)
		// Proved in another way meanwhile: the password may still be the first registrant's.
		expect(waitsForProof({ ...waiting, email_verified_at: new Date() }, staff)).toBe(true)
		expect(waitsForProof(waiting, { is_staff: false, is_superuser: false })).toBe(false)
	})

	it('do not lock out existing staff', () => {
		expect(waitsForProof({ ...none, ...staff }, { is_staff: true, is_superuser: true })).toBe(false)
	})
})

it('names who may refund, as in the table', () => {
	expect([whoMay('devolver_dinero'), whoMay('cambiar_tienda')]).toEqual(['cualquiera del equipo', 'un superusuario'])
})
