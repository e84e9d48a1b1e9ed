import type { ReactNode } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { isNumberless } from '#core/rules/text.ts'
import { updateAndFocus } from '#core/web/ui/buttons.tsx'
import { afterPress, Field } from '#core/web/ui/fields.tsx'
import { Icon } from '#core/web/ui/parts.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import type { CheckoutOptions } from '#modules/checkout/shapes.ts'
import {
	addressProblem,
	type CheckoutForm,
	isSameTarget,
	numberProblem,
	targetOf,
} from '#modules/checkout/web/checkout-form.ts'
import { ChoiceCard } from '#modules/checkout/web/form-part.tsx'
import type { Checkout } from '#modules/checkout/web/use-checkout.ts'
import { splitDireccion } from '#modules/delivery/address.ts'
import { deliveryTermText, formatDistance, pickupPlace } from '#modules/delivery/delivery.ts'
import type { AddressSuggestion } from '#modules/delivery/shapes.ts'
import { outOfCoverageText } from '#modules/delivery/tariff.ts'
import { AddressCombobox, type DeliveryCost } from '#modules/delivery/web/address-search.tsx'
import { DeliveryMap } from '#modules/delivery/web/delivery-map.tsx'

type DeliverySectionProps = Pick<
	Checkout,
	'form' | 'change' | 'problems' | 'report' | 'cost' | 'sesion' | 'savedAddress'
> & {
	readonly options: CheckoutOptions
	/** What the button of the saved address says before it. */
	readonly savedLabel?: string
}

/** Delivery state, with reserved space. */
function DeliveryNote({ children }: { children: ReactNode }) {
	return (
		<div className="delivery-note" role="status">
			<Icon name="truck" />
			<div>{children}</div>
		</div>
	)
}

const untilKnown = {
	none: 'Con tu dirección te decimos cuánto cuesta el despacho.',
	measuring: 'Calculando el despacho…',
	unknown_address: 'Con una dirección que conozcamos te decimos cuánto cuesta.',
	unclear_number: 'Escribe primero el número de tu casa o edificio, como «4860 depto 12».',
} as const

function CostNote({ cost, calle, onPickup }: { cost: DeliveryCost; calle: string; onPickup: () => void }) {
	const { tarifa } = usePageData()
	if (cost.state === 'failed' || (cost.state === 'known' && cost.quote.sin_medir)) {
		return <Alert tone="info">No pudimos medir la distancia. Tu despacho queda en $0 y puedes seguir.</Alert>
	}
	if (cost.state !== 'known') {
		return (
			<DeliveryNote>
				<p className="muted">{untilKnown[cost.state]}</p>
			</DeliveryNote>
		)
	}
	const { fuera_de_cobertura, distancia_m, direccion, gratis, costo } = cost.quote
	if (fuera_de_cobertura) {
		const pickupChoice = () => document.querySelector<HTMLElement>('[name="tipo_entrega"][value="retiro"]')
		return (
			<Alert>
				<p>{outOfCoverageText(tarifa)}</p>
				<button type="button" className="link touch" onClick={() => updateAndFocus(onPickup, pickupChoice)}>
					Cambiar a retiro
				</button>
			</Alert>
		)
	}
	if (distancia_m === null) return null
	return (
		<DeliveryNote>
			<p className="strong">{`Despacho ${gratis ? 'gratis' : formatClp(costo)} · ${formatDistance(distancia_m)}`}</p>
			{/* The typed address may be ambiguous. */}
			{direccion !== calle.trim() && <p className="muted">{`Despachamos a ${direccion}.`}</p>}
		</DeliveryNote>
	)
}

function AddressFields(props: DeliverySectionProps) {
	const { form, change, problems, report, cost, sesion, savedAddress, savedLabel = 'Usar mi dirección' } = props
	const settle = (values: Partial<CheckoutForm>) => {
		const next = { ...form, ...values }
		const destino = targetOf(next)
		change(isSameTarget(form.destino, destino) ? values : { ...values, destino })
		report({ calle: '', numero: '' })
	}
	const onPick = (option: AddressSuggestion) => {
		// A suggestion is a street or a house: it has no `s/n`.
		const numero = form.numero === '' && isNumberless(form.calle) ? 's/n' : form.numero
		const comuna = option.detalle.split(',')[0]?.trim()
		const calle = comuna ? `${option.texto}, ${comuna}` : option.texto
		settle({ calle, numero, destino: { lugar_id: option.lugar_id } })
	}
	const applySavedAddress = () => {
		const use = () => settle({ ...splitDireccion(savedAddress), destino: undefined })
		// The button disappears after its use.
		updateAndFocus(use, () => document.getElementById('calle'))
	}
	const quote = cost.state === 'known' ? cost.quote : undefined
	const place =
		quote && quote.lat !== null && quote.lng !== null
			? { lat: quote.lat, lng: quote.lng, direccion: quote.direccion }
			: undefined
	return (
		<>
			<div className="form-address form-pair">
				<AddressCombobox
					value={form.calle}
					error={problems.calle || addressProblem(cost)}
					sesion={sesion}
					onType={(calle) => {
						change({ calle, destino: undefined })
						report({ calle: '' })
					}}
					onFill={(calle) => settle({ calle, destino: undefined })}
					onPick={onPick}
					onLeave={() => {
						if (!form.destino && form.calle.trim() !== '') settle({})
					}}
				/>
				<Field
					id="numero"
					label="Número / Depto."
					name="numero"
					value={form.numero}
					error={problems.numero || numberProblem(cost)}
					autoComplete="shipping address-line2"
					maxLength={60}
					onChange={(event) => change({ numero: event.target.value })}
					onBlur={() => form.destino && afterPress(() => settle({}))}
				/>
			</div>
			{/* Below the fields, so it moves none of them when it appears or disappears. */}
			{savedAddress !== '' && form.calle === '' && (
				<button type="button" className="saved-address" onClick={applySavedAddress}>
					<Icon name="pin" />
					<span className="can-shrink">
						<span>{`${savedLabel}: `}</span>
						<strong>{savedAddress}</strong>
					</span>
				</button>
			)}
			{cost.state === 'unknown_address' && cost.opciones.length > 0 && (
				<ul className="address-options" aria-label="Direcciones parecidas">
					{cost.opciones.map((option) => (
						<li key={option.lugar_id}>
							<button type="button" onClick={() => onPick(option)}>
								<Icon name="pin" />
								<span className="can-shrink">
									<span className="line strong">{option.texto}</span>
									<span className="muted small line">{option.detalle}</span>
								</span>
							</button>
						</li>
					))}
				</ul>
			)}
			<CostNote cost={cost} calle={form.calle} onPickup={() => change({ tipo_entrega: 'retiro' })} />
			<DeliveryMap place={place} credit={props.options.mapa_atribucion} />
		</>
	)
}

/** Home delivery with address and map, or pickup at the metro station. */
export function DeliverySection(props: DeliverySectionProps) {
	const { form, change, options } = props
	const { horario_retiro, plazo_entrega } = options
	const isDelivered = form.tipo_entrega === 'despacho'
	const isOutOfCoverage = isDelivered && props.cost.state === 'known' && props.cost.quote.fuera_de_cobertura
	return (
		<fieldset className="checkout-section">
			<legend className="title-m">Entrega</legend>
			<div className="stack choices-pair">
				<ChoiceCard
					name="tipo_entrega"
					value="despacho"
					isChosen={isDelivered}
					onChoose={() => change({ tipo_entrega: 'despacho' })}
					title="Despacho a domicilio"
					mark={<Icon name="truck" />}
				/>
				<ChoiceCard
					name="tipo_entrega"
					value="retiro"
					isChosen={!isDelivered}
					onChoose={() => change({ tipo_entrega: 'retiro' })}
					title={`Retiro en ${pickupPlace(options.estacion_retiro)}`}
					mark={<Icon name="metro" />}
				/>
			</div>
			{isDelivered ? (
				<AddressFields {...props} />
			) : (
				<p className="muted">
					{`${
						horario_retiro === null
							? 'Coordinamos por teléfono el día y la hora.'
							: `Retiras ${horario_retiro}. Coordinamos el día por teléfono.`
					} El retiro no tiene costo.`}
				</p>
			)}
			{plazo_entrega && !isOutOfCoverage && (
				<p className="muted">{`${isDelivered ? 'El despacho llega' : 'Puedes retirarlo'} ${deliveryTermText(plazo_entrega)}.`}</p>
			)}
		</fieldset>
	)
}
