import { addressOf } from '#core/contract/endpoint.ts'
import { formatClp } from '#core/rules/money.ts'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { useAct } from '#core/web/panel/act.ts'
import { PanelSection, StaffAction } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { createCoupon, editCoupon, exportCoupons, listCoupons } from '#modules/coupons/endpoints.ts'
import type { CreateCouponRequest, StaffCoupon } from '#modules/coupons/shapes.ts'
import '#modules/coupons/web/coupons.css'
import { FormField, FormSelect, PageForm, SendButton } from '#core/web/forms/action-form.tsx'
import type { Values, Wrong } from '#core/web/forms/checked.ts'
import { formatDay } from '#core/web/ui/format-date.ts'
import { normalizeCoupon } from '#modules/checkout/totals.ts'
import { couponProblem } from '#modules/coupons/coupons.ts'
import type { CouponState } from '#modules/orders/coupon.ts'

function CouponLine({ coupon }: { coupon: StaffCoupon }) {
	const { codigo, estado, activo, ordenes, descontado, vendido } = coupon
	const { act, isBusy, problem } = useAct()
	const bounds = boundsText(coupon)
	return (
		<>
			<div className="can-shrink">
				<h4 className="strong">
					<span>{`${codigo} `}</span>
					<Badge tone={estado === 'vigente' ? 'ok' : 'info'}>{couponStateText[estado]}</Badge>
				</h4>
				<p className="small">{valueText(coupon)}</p>
				{bounds && <p className="muted small">{bounds}</p>}
				<p className="small">
					{`${ordenes} ${ordenes === 1 ? 'orden' : 'órdenes'} · ${formatClp(descontado)} descontados · ${formatClp(vendido)} vendidos`}
				</p>
				{problem && <Alert>{problem}</Alert>}
			</div>
			<StaffAction
				of={` ${codigo}`}
				disabled={isBusy}
				onClick={() => {
					const request = requestTo(editCoupon, { params: { codigo }, body: { activo: !activo } })
					const done = `${codigo}: ${activo ? 'terminado' : 'vale otra vez'}`
					void act({ request, done, ifLost: 'Intenta nuevamente.' })
				}}
			>
				{activo ? 'Terminar' : 'Usar otra vez'}
			</StaffAction>
		</>
	)
}

/** Discount codes: a new one, and all that there are with what they did. */
export default function CouponsSection() {
	const list = useListPage('cupones', () => requestTo(listCoupons))
	return (
		<PanelSection>
			<details className="staff-fold">
				<summary>Nuevo cupón</summary>
				<NewCoupon />
			</details>
			<ListPage
				list={list}
				isWhole
				rowKey="codigo"
				what="cupones"
				empty="Aún no hay cupones del equipo."
				line={(coupon) => <CouponLine coupon={coupon} />}
				exports={[{ label: 'Cupones', address: addressOf(exportCoupons) }]}
			/>
		</PanelSection>
	)
}

const couponStateText: Readonly<Record<CouponState, string>> = {
	vigente: 'Vigente',
	por_empezar: 'Por empezar',
	vencido: 'Vencido',
	agotado: 'Agotado',
	terminado: 'Terminado',
}

const number = new Intl.NumberFormat('es-CL')

/** What a code takes off, e.g. `10 % de los productos`. */
const valueText = ({ tipo, valor }: Pick<StaffCoupon, 'tipo' | 'valor'>): string =>
	tipo === 'monto' ? `${formatClp(valor)} menos` : `${valor} % menos en los productos`

/** For whom, how often and until when a code holds; empty where it has no bounds. */
function boundsText(coupon: StaffCoupon): string {
	const { minimo, desde, hasta, usos, usos_cliente, solo_primera } = coupon
	const bounds = [
		minimo > 0 && `desde ${formatClp(minimo)}`,
		desde !== null && `a partir del ${formatDay(desde)}`,
		hasta !== null && `hasta el ${formatDay(hasta)}`,
		usos !== null && `${number.format(usos)} ${usos === 1 ? 'uso' : 'usos'} en total`,
		usos_cliente !== null && `${number.format(usos_cliente)} por cliente`,
		solo_primera && 'solo primera compra',
	]
	return bounds.filter((bound) => bound !== false).join(' · ')
}

/** Creates a discount code. An empty field sets no limit. */
function NewCoupon() {
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
			<FormSelect
				label="Tipo"
				name="tipo"
				options={[
					['monto', 'Pesos del total'],
					['porcentaje', '% de los productos'],
				]}
			/>
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
