import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { shopCouponValue } from '#domain/orders/coupons.ts'
import { emptyForm } from '#web/orders/checkout-form.ts'
import { isCoupon, judgeCoupon, withCouponFor } from '#web/orders/coupon.ts'
import { call } from '#web/session/api.ts'

vi.mock('#web/session/api.ts', () => ({ call: vi.fn() }))
const asked = vi.mocked(call)
afterEach(() => {
	asked.mockReset()
	vi.unstubAllGlobals()
})

const digest = createHash('sha256').update('VERANO').digest('hex')
const tenth = { tipo: 'porcentaje', valor: 10, minimo: 30_000 } as const
const yes = { ok: true, status: 200, data: tenth } as never
const no = { ok: false, status: 422, code: 'cupon_invalido', text: 'Cupón no es válido', extra: {}, body: '' } as never

describe('the discount code in the page', () => {
	it('is compared trimmed and without case', async () => {
		expect(await isCoupon('  verano ', digest)).toBe(true)
		expect(await isCoupon('VERANO', digest)).toBe(true)
	})

	it('is no other code, no empty one, and none where the shop has none', async () => {
		expect(await isCoupon('VERANO2', digest)).toBe(false)
		expect(await isCoupon('   ', digest)).toBe(false)
		expect(await isCoupon('VERANO', null)).toBe(false)
	})

	it('is asked of the shop only where it is not the one that the page knows, and there may be others', async () => {
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

	it('is asked of the shop, whatever it is, where the browser gives no digests', async () => {
		vi.stubGlobal('crypto', {})
		asked.mockResolvedValueOnce(no)
		const options = { cupon_sha256: digest, hay_cupones: false }
		expect(await judgeCoupon({ cupon: 'cualquiera' }, options, 1)).toMatchObject({ cupon_estado: 'invalido' })
		expect(asked).toHaveBeenCalledOnce()
	})

	it('that could not be asked about leaves the form as it is', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {})
		asked.mockResolvedValueOnce({ ok: false, status: 0, code: '', text: '', extra: {}, body: '' } as never)
		const options = { cupon_sha256: null, hay_cupones: true }
		expect(await judgeCoupon({ cupon: 'otro' }, options, 1)).toHaveProperty('problem')
	})

	it('holds no more for a cart that fell below its minimum', () => {
		const form = { ...emptyForm, cupon: 'otro', cupon_estado: 'valido', cupon_valor: tenth } as const
		expect(withCouponFor(form, 30_000).cupon_estado).toBe('valido')
		expect(withCouponFor(form, 29_999).cupon_estado).toBe('invalido')
	})
})
