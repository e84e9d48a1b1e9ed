import { describe, expect, it } from 'vitest'
import { givenBackText, moneyBadge, owedText } from '#modules/orders/staff/web/money-text.ts'

const money = { dinero: 'pagada', devuelto: 0, devuelto_por_banco: 0, por_devolver: 0 } as const

describe('moneyBadge', () => {
	it('names what is owed and what went back, and says nothing that the state says', () => {
		expect(moneyBadge(money)).toBeUndefined()
		expect(moneyBadge({ ...money, dinero: 'sin_pago' })).toBeUndefined()
		expect(moneyBadge({ ...money, dinero: 'por_devolver', por_devolver: 29_990 })?.text).toBe('Por devolver $29.990')
		expect(moneyBadge({ ...money, dinero: 'por_devolver' })?.text).toBe('Devolución en curso')
		expect(moneyBadge({ ...money, por_devolver: 5000 })?.text).toBe('Por devolver $5.000')
		expect(moneyBadge({ ...money, dinero: 'devuelta', devuelto: 29_990 })?.text).toBe('Devuelta')
	})
})

describe('money that a dispute took', () => {
	it('is no refund of the shop', () => {
		const lost = { ...money, dinero: 'devuelta', devuelto_por_banco: 29_990 } as const
		expect(moneyBadge(lost)?.text).toBe('Disputa perdida')
		expect(givenBackText(lost)).toBe('perdido en disputa $29.990')
		expect(givenBackText({ ...lost, devuelto: 1000 })).toBe('devuelto $1.000 · perdido en disputa $29.990')
		expect(givenBackText({ ...money, dinero: 'en_disputa' })).toBe('')
	})
})

describe('owedText', () => {
	it('counts the days that are left', () => {
		expect(owedText(29_990, '2027-01-10', '2026-11-26')).toContain('$29.990 por devolver')
		expect(owedText(29_990, '2027-01-10', '2026-11-26')).toContain('quedan 45 días')
		expect(owedText(1, '2026-11-27', '2026-11-26')).toContain('queda 1 día')
		expect(owedText(1, '2026-11-26', '2026-11-26')).toContain('es el último día')
		expect(owedText(1, '2026-11-25', '2026-11-26')).toContain('el plazo pasó')
	})
})
