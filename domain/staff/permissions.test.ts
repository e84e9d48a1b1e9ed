import { describe, expect, it } from 'vitest'
import { isAllowed, permissionFor, type Rights, shutsLastStaffOut, type UserFlag } from './permissions.ts'

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

describe('who may set which flag', () => {
	it.each<[string, Rights, Rights, UserFlag, boolean, boolean, boolean]>([
		// what, who, whose, flag, value, with a superuser, without one
		['a superuser makes staff', boss, customer, 'is_staff', true, true, true],
		['a superuser makes superusers', boss, clerk, 'is_superuser', true, true, true],
		['staff make staff', clerk, customer, 'is_staff', true, false, true],
		['staff raise themselves', clerk, clerk, 'is_superuser', true, false, true],
		['staff take staff from others', clerk, boss, 'is_staff', false, false, true],
		['staff shut a superuser out', clerk, boss, 'is_active', false, false, true],
		['staff shut a customer out', clerk, customer, 'is_active', false, true, true],
		['staff lay their own rights down', clerk, clerk, 'is_staff', false, true, true],
		['customers do anything', customer, customer, 'is_staff', true, false, false],
		[
			'staff who are shut out do anything',
			account(4, { is_staff: true, is_active: false }),
			customer,
			'is_active',
			false,
			false,
			false,
		],
	])('%s', (_what, actor, target, flag, value, withSuperuser, without) => {
		const permission = permissionFor(actor.id, target, flag, value)
		expect(isAllowed(permission, actor, true)).toBe(withSuperuser)
		expect(isAllowed(permission, actor, false)).toBe(without)
	})
})

it('never lets the last account out that can enter the panel', () => {
	expect(shutsLastStaffOut([clerk], clerk.id, 'is_staff', false)).toBe(true)
	expect(shutsLastStaffOut([clerk], clerk.id, 'is_active', false)).toBe(true)
	expect(shutsLastStaffOut([clerk], clerk.id, 'is_superuser', false)).toBe(false)
	expect(shutsLastStaffOut([clerk], customer.id, 'is_active', false)).toBe(false)
	expect(shutsLastStaffOut([boss, clerk], clerk.id, 'is_staff', false)).toBe(false)
})
