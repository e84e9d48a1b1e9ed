import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '#core/web/session/api.ts'
import { emptyForm, isCoupon, judgeCoupon, withCouponFor } from '#modules/checkout/web/checkout-form.ts'
import { shopCouponValue } from '#modules/orders/coupon.ts'

vi.mock('#core/web/session/api.ts', () => ({ call: vi.fn() }))
const asked = vi.mocked(call)
afterEach(() => {
	asked.mockReset()
	vi.unstubAllGlobals()
})

const digest = createHash('sha256').update('VERANO').digest('hex')
const tenth = { tipo: 'porcentaje', valor: 10, minimo: 30_000 } as const
const yes = { ok: true, status: 200, data: tenth } as never
const no = { ok: false, status: 422, code: 'cupon_invalido', text: 'Cupón no es válido', extra: {}, body: '' } as never

describe('the discount code of the page', () => {
	it('is compared trimmed and without case', async () => {
		expect(await isCoupon('  verano ', digest)).toBe(true)
		expect(await isCoupon('VERANO', digest)).toBe(true)
	})

	it('matches no other code, no empty one, and none when the shop has none', async () => {
		expect(await isCoupon('VERANO2', digest)).toBe(false)
		expect(await isCoupon('   ', digest)).toBe(false)
		expect(await isCoupon('VERANO', null)).toBe(false)
	})

	it('is validated by the server only when the page does not know it and others may exist', async () => {
		const only = { cupon_sha256: digest, hay_cupones: false }
		expect(await judgeCoupon({ cupon: 'verano' }, only, 1)).toEqual({
			cupon_estado: 'valido',
			cupon_valor: shopCouponValue,
		})
		expect(await judgeCoupon({ cupon: 'otro' }, only, 1)).toMatchObject({ cupon_estado: 'invalido' })
		expect(asked).not.toHaveBeenCalled()
		asked.mockResolvedValueOnce(yes).mockResolvedValueOnce(no)
		const some = { ...only, hay_cupones: true }
		expect(await judgeCoupon({ cupon: ' otro ' }, some, 59_980)).toEqual({ cupon_estado: 'valido', cupon_valor: tenth })
		expect(asked.mock.lastCall?.[1]).toMatchObject({ body: { codigo: 'otro', subtotal: 59_980 } })
		expect(await judgeCoupon({ cupon: 'otro' }, some, 1)).toMatchObject({ cupon_estado: 'invalido' })
	})

	it('is always validated by the server when the browser has no crypto.subtle', async () => {
		vi.stubGlobal('crypto', {})
		asked.mockResolvedValueOnce(no)
		const options = { cupon_sha256: digest, hay_cupones: false }
		expect(await judgeCoupon({ cupon: 'cualquiera' }, options, 1)).toMatchObject({ cupon_estado: 'invalido' })
		expect(asked).toHaveBeenCalledOnce()
	})

	it('leaves the form unchanged when it could not be validated', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {})
		asked.mockResolvedValueOnce({ ok: false, status: 0, code: '', text: '', extra: {}, body: '' } as never)
		const options = { cupon_sha256: null, hay_cupones: true }
		expect(await judgeCoupon({ cupon: 'otro' }, options, 1)).toHaveProperty('problem')
	})

	it('is invalid for a cart that fell below its minimum', () => {
		const form = { ...emptyForm, cupon: 'otro', cupon_estado: 'valido', cupon_valor: tenth } as const
		expect(withCouponFor(form, 30_000).cupon_estado).toBe('valido')
		expect(withCouponFor(form, 29_999).cupon_estado).toBe('invalido')
	})
})
