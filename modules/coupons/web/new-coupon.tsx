import { FormField, FormSelect, PageForm, SendButton } from '#core/web/forms/action-form.tsx'
import type { Values, Wrong } from '#core/web/forms/checked.ts'
import { requestTo } from '#core/web/session/api.ts'
import { normalizeCoupon } from '#modules/checkout/totals.ts'
import { couponProblem } from '#modules/coupons/coupons.ts'
import { createCoupon } from '#modules/coupons/endpoints.ts'
import type { CreateCouponRequest } from '#modules/coupons/shapes.ts'

const kinds = [
	['monto', 'Pesos del total'],
	['porcentaje', '% de los productos'],
] as const

/** Creates a discount code. An empty field sets no limit. */
export function NewCoupon() {
	return (
		<PageForm
			className="new-coupon"
			label="Nuevo cupón"
			act={(values) => {
				const coupon = readCoupon(values)
				if ('wrong' in coupon) return coupon
				const request = requestTo(createCoupon, { body: coupon })
				return { request, done: `${coupon.codigo}: cupón creado`, ifLost: 'Intenta nuevamente.' }
			}}
		>
			<FormField label="Código" name="codigo" autoCapitalize="characters" spellCheck={false} maxLength={40} />
			<FormSelect label="Tipo" name="tipo" options={kinds} />
			<FormField label="Descuento" name="valor" isNumber maxLength={12} />
			<FormField label="Compra mínima ($)" name="minimo" isNumber maxLength={12} />
			<FormField label="Primer día" name="desde" type="date" />
			<FormField label="Último día" name="hasta" type="date" />
			<FormField label="Usos en total" name="usos" isNumber maxLength={12} />
			<FormField label="Usos por cliente" name="usos_cliente" isNumber maxLength={12} />
			<label className="new-coupon-first choice-line">
				<input type="checkbox" name="solo_primera" value="si" />
				Solo primera compra
			</label>
			<div className="new-coupon-end stack from-start">
				<SendButton>Crear cupón</SendButton>
				<p className="muted small">Lo que dejes vacío no pone límite.</p>
			</div>
		</PageForm>
	)
}

/** A whole number as Chileans write it, `5.000` or `$5000`; not a number where it is none. */
function wholeIn(text: string): number {
	const bare = text.trim().replace(/^\$\s*|\s*%$/g, '')
	return /^\d{1,3}(\.\d{3})+$|^\d{1,9}$/.test(bare) ? Number(bare.replaceAll('.', '')) : Number.NaN
}

const optional = (text = '') => (text.trim() === '' ? null : wholeIn(text))

/** The coupon that is typed, or why there is none. */
export function readCoupon(typed: Values): CreateCouponRequest | Wrong {
	const coupon = {
		codigo: normalizeCoupon(typed.codigo ?? ''),
		tipo: typed.tipo === 'porcentaje' ? 'porcentaje' : 'monto',
		valor: wholeIn(typed.valor ?? ''),
		minimo: optional(typed.minimo) ?? 0,
		desde: typed.desde || null,
		hasta: typed.hasta || null,
		usos: optional(typed.usos),
		usos_cliente: optional(typed.usos_cliente),
		solo_primera: typed.solo_primera !== undefined,
	} as const
	const problem = couponProblem(coupon)
	return problem === undefined ? coupon : { wrong: { [problem.campo]: problem.texto } }
}
