import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { actProblem } from '#core/web/panel/act.ts'
import { announce, PanelLink, PanelSection, PartLoading, panelKey } from '#core/web/panel/panel-parts.tsx'
import { type ApiAnswer, requestTo } from '#core/web/session/api.ts'
import { hasKnownOutcome, keyFor, randomKey, settle } from '#core/web/session/idempotency.ts'
import { sendWithIdentity } from '#core/web/session/identity-request.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { Stepper } from '#core/web/ui/stepper.tsx'
import { refreshCatalog } from '#modules/cart/web/cart-store.ts'
import { bottlePicture } from '#modules/catalog/colors.ts'
import { updatePrices, useCatalog } from '#modules/catalog/web/catalog.tsx'
import type { CheckoutOptions, TotalChanged } from '#modules/checkout/shapes.ts'
import {
	type CheckoutForm,
	checkoutTotals,
	focusField,
	judgeCoupon,
	withCouponFor,
} from '#modules/checkout/web/checkout-form.ts'
import { DeliverySection } from '#modules/checkout/web/delivery-section.tsx'
import { useCheckoutOptions } from '#modules/checkout/web/form-part.tsx'
import { useDeliveryQuote } from '#modules/delivery/web/address-search.tsx'
import { enterSale } from '#modules/staff-sales/endpoints.ts'
import type { EnterSaleRequest, SaleAnswer } from '#modules/staff-sales/shapes.ts'
import { type SaleWay, saleWayText, waysFor } from '#modules/staff-sales/staff-sales.ts'
import { CustomerFields } from '#modules/staff-sales/web/customer-fields.tsx'
import {
	cartOf,
	emptySale,
	type SaleDraft,
	type SaleProblems,
	saleDraft,
	saleProblems,
	saleRequest,
} from '#modules/staff-sales/web/sale-draft.ts'
import { SentLink } from '#modules/staff-sales/web/sent-link.tsx'
import '#modules/checkout/web/checkout.css'
import '#modules/staff-sales/web/staff-sales.css'

/** A sale agreed outside the shop: what, for whom, how it is handed over and paid. */
export default function NewSaleSection() {
	const { data: options, isError, refetch } = useCheckoutOptions()
	const [entered, setEntered] = useState<Entered>()
	return (
		<PanelSection>
			{isError && (
				<div className="stack loose from-start">
					<Alert>No pudimos cargar los medios de pago: revisa tu conexión.</Alert>
					<Button look="outline" onClick={() => void refetch()}>
						Reintentar
					</Button>
				</div>
			)}
			{!options && !isError && <PartLoading />}
			{options && entered && <EnteredSale {...entered} onNew={() => setEntered(undefined)} />}
			{options && !entered && <SaleForm options={options} onEntered={setEntered} />}
		</PanelSection>
	)
}

interface Entered {
	readonly sale: SaleAnswer
	readonly forma: SaleWay
}

/** Sends a sale with its key, which a repetition after a lost answer reuses. */
async function send(body: EnterSaleRequest): Promise<ApiAnswer<SaleAnswer>> {
	const request = requestTo(enterSale, { body })
	const answer = await sendWithIdentity(request, { headers: { 'idempotency-key': keyFor(request, Date.now()) } })
	if (hasKnownOutcome(answer.status)) settle(request)
	return answer
}

function SaleForm({ options, onEntered }: { options: CheckoutOptions; onEntered: (entered: Entered) => void }) {
	const draft = useSyncExternalStore(saleDraft.subscribe, saleDraft.get)
	const change = (values: Partial<SaleDraft>) => saleDraft.set({ ...saleDraft.get(), ...values })
	const changeForm = (values: Partial<CheckoutForm>) => change({ form: { ...saleDraft.get().form, ...values } })
	const [isTried, setTried] = useState(false)
	const [problem, setProblem] = useState('')
	useEffect(() => void refreshCatalog(), [])

	const { colors, prices, limits } = useCatalog()
	const cart = cartOf(draft, colors, prices)
	const subtotal = cart.reduce((sum, { precio, cantidad }) => sum + precio * cantidad, 0)
	const form = withCouponFor(draft.form, subtotal)
	const [sesion] = useState(randomKey)
	const { cost } = useDeliveryQuote(form.tipo_entrega === 'despacho' ? form.destino : undefined, sesion)
	const coupon = form.cupon_estado === 'valido' ? form.cupon_valor : null
	const totals = checkoutTotals({ ...form, cart, cost, coupon })
	const ways = waysFor(form.tipo_entrega, options)
	const forma = ways.find((way) => way === draft.forma) ?? ways[0] ?? 'transferencia'
	const found = saleProblems({ ...draft, form }, cart, cost)
	const problems = isTried ? found : noProblems

	const client = useQueryClient()
	const sending = useMutation({ mutationFn: send })

	async function submit(event: FormEvent): Promise<void> {
		event.preventDefault()
		if (sending.isPending || totals.isOutOfCoverage) return
		setTried(true)
		setProblem('')
		const [wrong] = Object.entries(found).find(([, text]) => text !== '') ?? []
		if (wrong) return focusField(wrong)
		if (totals.isMeasuring || totals.isFrom) return setProblem('Falta el precio del despacho. Espera un momento.')
		const answer = await sending.mutateAsync(
			saleRequest({ draft: { ...draft, form }, cart, forma, total: totals.total, cost }),
		)
		if (!answer.ok) {
			if (answer.code !== 'total_cambio') return setProblem(actProblem(answer))
			const { items, total } = answer.extra as unknown as TotalChanged
			updatePrices(items)
			return setProblem(`El total cambió: ahora son ${formatClp(total)}. Revísalo y envía otra vez.`)
		}
		saleDraft.set(emptySale)
		announce(`Orden ${answer.data.nro_orden} lista`)
		onEntered({ sale: answer.data, forma })
		void refreshCatalog()
		await client.invalidateQueries({ queryKey: panelKey })
	}

	return (
		<form className="sale" noValidate aria-label="Nueva venta" onSubmit={(event) => void submit(event)}>
			<fieldset className="sale-part">
				<legend className="title-m">Botellas</legend>
				<ul className="sale-colors">
					{colors.map((color) => (
						<ColorUnits
							key={color}
							color={color}
							units={draft.units[color] ?? 0}
							most={limits?.limite_unidades_linea}
							onChange={(units) => change({ units: { ...draft.units, [color]: units } })}
						/>
					))}
				</ul>
				<p id="unidades" tabIndex={-1} className="field-error" aria-live="polite">
					{problems.unidades}
				</p>
			</fieldset>
			<CustomerFields draft={{ ...draft, form }} problems={problems} change={change} />
			<DeliverySection
				form={form}
				change={changeForm}
				problems={problems}
				report={() => {}}
				cost={cost}
				sesion={sesion}
				savedAddress={draft.cliente?.direcciones[0] ?? ''}
				savedLabel="Su última dirección"
				options={options}
			/>
			<fieldset className="sale-part">
				<legend className="title-m">Pago</legend>
				{ways.map((way) => (
					<label key={way} className="choice-line">
						<input type="radio" name="forma" checked={way === forma} onChange={() => change({ forma: way })} />
						<span>{saleWayText[way]}</span>
					</label>
				))}
				<CouponField form={form} options={options} subtotal={subtotal} onChange={changeForm} />
			</fieldset>
			<div className="sale-bar">
				{problem && <Alert>{problem}</Alert>}
				<dl className="sale-total digits">
					{form.tipo_entrega === 'despacho' && <Part label="Despacho" value={totals.despachoText} />}
					{totals.descuento > 0 && <Part label="Descuento" value={formatClp(-totals.descuento)} />}
					<Part label="Total" value={`${totals.isFrom ? 'desde ' : ''}${formatClp(totals.total)}`} />
				</dl>
				<Button type="submit" isBusy={sending.isPending} disabled={totals.isOutOfCoverage}>
					{sendText[forma]}
				</Button>
			</div>
		</form>
	)
}

const noProblems: SaleProblems = {
	unidades: '',
	telefono: '',
	nombre: '',
	email: '',
	calle: '',
	numero: '',
	metodo: '',
}

const sendText: Readonly<Record<SaleWay, string>> = {
	enlace: 'Crear enlace',
	transferencia: 'Reservar',
	efectivo: 'Reservar',
	entregada: 'Cobrada y entregada',
}

function Part({ label, value }: { label: string; value: string }) {
	return (
		<div>
			<dt>{label}</dt>
			<dd>{value}</dd>
		</div>
	)
}

interface ColorUnitsProps {
	readonly color: string
	readonly units: number
	readonly most: number | undefined
	readonly onChange: (units: number) => void
}

/** The units of one colour, within its stock and the limit of one order. */
function ColorUnits({ color, units, most = Number.POSITIVE_INFINITY, onChange }: ColorUnitsProps) {
	const { prices, stock } = useCatalog()
	const left = stock[color] ?? Number.POSITIVE_INFINITY
	return (
		<li className="sale-color">
			<img src={bottlePicture(color)} alt="" width="44" height="44" className="order-thumb" />
			<span className="can-shrink">
				<span className="strong">{color}</span>
				<span className="muted small line">
					{`${formatClp(prices[color] ?? 0)}${Number.isFinite(left) ? ` · quedan ${left}` : ''}`}
				</span>
			</span>
			<Stepper
				legend={`Unidades ${color}`}
				what={color}
				value={units}
				least={0}
				most={Math.min(left, most)}
				onStep={onChange}
			/>
		</li>
	)
}

interface CouponFieldProps {
	readonly form: CheckoutForm
	readonly options: CheckoutOptions
	readonly subtotal: number
	readonly onChange: (values: Partial<CheckoutForm>) => void
}

const couponText = { none: '', valido: 'Cupón aplicado', invalido: 'Cupón no es válido' } as const

/** The only discount of a sale, folded. */
function CouponField({ form, options, subtotal, onChange }: CouponFieldProps) {
	async function apply(): Promise<void> {
		const verdict = await judgeCoupon(form, options, subtotal)
		onChange('problem' in verdict ? { cupon_estado: 'invalido' } : verdict)
	}
	return (
		<details className="staff-fold">
			<summary>Cupón</summary>
			<div className="coupon-row">
				<Field
					label="Código"
					value={form.cupon}
					maxLength={60}
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					error={form.cupon_estado === 'invalido' ? couponText.invalido : ''}
					hint={form.cupon_estado === 'valido' ? couponText.valido : 'Es la única forma de rebajar el precio.'}
					onChange={({ target }) => onChange({ cupon: target.value, cupon_estado: 'none' })}
				/>
				<Button look="outline" onClick={() => void apply()}>
					Aplicar
				</Button>
			</div>
		</details>
	)
}

/** A sale that was entered, and how its customer gets its page. */
function EnteredSale({ sale, forma, onNew }: Entered & { onNew: () => void }) {
	const title = useRef<HTMLHeadingElement>(null)
	useEffect(() => title.current?.focus(), [])
	const { orden_id, nro_orden, nombre, total, expires_at, enlace } = sale
	const reserved = expires_at ? ` Reservada hasta el ${formatMoment(expires_at)}.` : ''
	return (
		<div className="stack loose sale-entered">
			<h4 ref={title} tabIndex={-1} className="title-m">
				{`Orden ${nro_orden} · ${formatClp(total)}`}
			</h4>
			<p>
				{forma === 'entregada'
					? `${nombre}: pagada y entregada. La boleta va a su correo.`
					: `${nombre}: ${saleWayText[forma].toLowerCase()}.${reserved}`}
			</p>
			{forma !== 'entregada' && <SentLink path={enlace} order={sale} />}
			<p className="row loose">
				<PanelLink to={{ seccion: 'ordenes', orden: orden_id }} className="button button-outline">
					Ver la orden
				</PanelLink>
				<Button look={forma === 'entregada' ? 'solid' : 'outline'} onClick={onNew}>
					Otra venta
				</Button>
			</p>
		</div>
	)
}
