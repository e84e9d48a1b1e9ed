import type { Coupon } from '#modules/orders/coupon.ts'

/** Whether a code discounts half of the cheapest product or more, or is valid for any number of orders. */
export const isGenerous = ({ tipo, valor, usos }: Pick<Coupon, 'tipo' | 'valor' | 'usos'>, cheapest: number): boolean =>
	usos === null || (tipo === 'porcentaje' ? valor >= 50 : valor * 2 >= cheapest)

const highestAmount = 1_000_000
const leastLetters = 6
const isWhole = (value: number, least: number, most: number) =>
	Number.isInteger(value) && value >= least && value <= most
const isLimit = (value: number | null) => value === null || isWhole(value, 1, 1_000_000)

/** An invalid field of a code, with a sentence for staff. */
export interface CouponProblem {
	readonly campo: 'codigo' | 'valor' | 'minimo' | 'hasta' | 'usos' | 'usos_cliente'
	readonly texto: string
}

const usesText = 'Escribe cuántos usos, de 1 a 1.000.000, o déjalo vacío.'

/** The first invalid field of a code; undefined for a valid one. */
export function couponProblem(coupon: Omit<Coupon, 'activo'>): CouponProblem | undefined {
	const { codigo, tipo, valor, minimo, desde, hasta, usos, usos_cliente } = coupon
	if (!/^[A-Z0-9][A-Z0-9_-]{5,29}$/.test(codigo) || codigo.replace(/[_-]/g, '').length < leastLetters)
		return {
			campo: 'codigo',
			texto: 'Escribe un código con al menos 6 letras sin tilde o cifras, y hasta 30 con guiones.',
		}
	if (tipo === 'monto' && !isWhole(valor, 1, highestAmount))
		return { campo: 'valor', texto: 'Escribe un descuento de $1 a $1.000.000.' }
	if (tipo === 'porcentaje' && !isWhole(valor, 1, 100))
		return { campo: 'valor', texto: 'Escribe un descuento de 1 a 100 %.' }
	if (!isWhole(minimo, 0, 100_000_000)) return { campo: 'minimo', texto: 'Escribe la compra mínima en pesos, o 0.' }
	if (desde !== null && hasta !== null && hasta < desde)
		return { campo: 'hasta', texto: 'El último día es anterior al primero.' }
	if (!isLimit(usos)) return { campo: 'usos', texto: usesText }
	return isLimit(usos_cliente) ? undefined : { campo: 'usos_cliente', texto: usesText }
}
