import type { AddressSuggestion } from '#contract/delivery/suggest-addresses.ts'
import { failures } from '#contract/failure.ts'
import { formatDistance } from '#domain/delivery/delivery.ts'
import { AddressCombobox } from '#web/delivery/address-combobox.tsx'
import { DeliveryMap } from '#web/delivery/delivery-map.tsx'
import type { DeliveryCost } from '#web/delivery/use-delivery-quote.ts'
import type { CheckoutForm } from '#web/orders/checkout-form.ts'
import { ChoiceCard } from '#web/orders/choice-card.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface DeliverySectionProps {
	readonly form: CheckoutForm
	readonly change: (values: Partial<CheckoutForm>) => void
	readonly problem: string
	readonly onProblem: (problem: string) => void
	readonly cost: DeliveryCost
	readonly sesion: string
	readonly estacion: string
	readonly mapCredit: string
	/** The address of the customer's account. */
	readonly savedAddress: string
}

/** How an address from the list stands in the field: the street and the comuna that tells it from its namesakes. */
function labelOf({ texto, detalle }: AddressSuggestion): string {
	const comuna = detalle.split(',')[0]?.trim()
	return comuna ? `${texto}, ${comuna}` : texto
}

/** A station by its own name: what the shop was told may begin with the word that stands before it here. */
const stationOf = (estacion: string) => estacion.replace(/^(estación\s+)?metro\s+/i, '')

function CostNote({ cost }: { cost: DeliveryCost }) {
	if (cost.state === 'failed' || (cost.state === 'known' && cost.quote.sin_medir)) {
		return <Alert tone="info">No pudimos medir la distancia. Tu despacho queda en $0 y puedes seguir.</Alert>
	}
	if (cost.state !== 'known') return null
	const { fuera_de_cobertura, distancia_m } = cost.quote
	if (fuera_de_cobertura) return <Alert>{failures.fuera_de_cobertura.text}</Alert>
	return distancia_m === null ? null : (
		<p className="text-muted flex items-center gap-2">
			<Icon name="truck" />
			Estás a {formatDistance(distancia_m)} de la tienda.
		</p>
	)
}

function AddressFields({
	form,
	change,
	problem,
	onProblem,
	cost,
	sesion,
	mapCredit,
	savedAddress,
}: DeliverySectionProps) {
	const quote = cost.state === 'known' ? cost.quote : undefined
	const place =
		quote && quote.lat !== null && quote.lng !== null
			? { lat: quote.lat, lng: quote.lng, direccion: quote.direccion }
			: undefined
	const isOffered = savedAddress !== '' && form.calle === ''
	return (
		<>
			<div className="form-address">
				<AddressCombobox
					value={form.calle}
					error={problem || (cost.state === 'unknown_address' ? cost.text : undefined)}
					sesion={sesion}
					onType={(calle) => {
						change({ calle, destino: undefined })
						onProblem('')
					}}
					onPick={(suggestion) => {
						change({ calle: labelOf(suggestion), destino: { lugar_id: suggestion.lugar_id } })
						onProblem('')
					}}
					onLeave={() => {
						const calle = form.calle.trim()
						if (!form.destino && calle.length >= 3) change({ destino: { direccion: calle } })
					}}
				/>
				<Field
					label="Número / Depto."
					name="numero"
					value={form.numero}
					autoComplete="address-line2"
					maxLength={60}
					onChange={(event) => change({ numero: event.target.value })}
				/>
			</div>
			{isOffered && (
				<button
					type="button"
					className="link min-h-11 text-left"
					onClick={() => {
						change({ calle: savedAddress, destino: { direccion: savedAddress } })
						onProblem('')
					}}
				>
					Usar mi dirección: {savedAddress}
				</button>
			)}
			<div className="grid gap-3">
				<CostNote cost={cost} />
			</div>
			<DeliveryMap place={place} credit={mapCredit} />
		</>
	)
}

/** How the order reaches the customer: home delivery with its address and map, or pickup at the metro station. */
export function DeliverySection(props: DeliverySectionProps) {
	const { form, change } = props
	const estacion = stationOf(props.estacion)
	return (
		<fieldset className="checkout-section">
			<legend className="title-m">Entrega</legend>
			<div className="choices choices-pair">
				<ChoiceCard
					name="tipo_entrega"
					value="despacho"
					isChosen={form.tipo_entrega === 'despacho'}
					onChoose={() => change({ tipo_entrega: 'despacho' })}
					title="Despacho a domicilio"
					mark={<Icon name="truck" />}
				/>
				<ChoiceCard
					name="tipo_entrega"
					value="retiro"
					isChosen={form.tipo_entrega === 'retiro'}
					onChoose={() => change({ tipo_entrega: 'retiro' })}
					title={`Retiro en metro ${estacion}`}
					mark={<Icon name="metro" />}
				/>
			</div>
			{form.tipo_entrega === 'despacho' ? (
				<AddressFields {...props} />
			) : (
				<p className="text-muted">
					Coordinamos por teléfono el día y la hora. Retirar en metro {estacion} no tiene costo.
				</p>
			)}
		</fieldset>
	)
}
