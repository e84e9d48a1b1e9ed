import type { CheckoutOptions } from '#modules/checkout/shapes.ts'
import { BankDetails } from '#modules/checkout/web/bank-details.tsx'
import { emptyForm, noProblems } from '#modules/checkout/web/checkout-form.ts'
import { DeliverySection } from '#modules/checkout/web/delivery-section.tsx'
import { PaymentSection } from '#modules/checkout/web/payment-section.tsx'
import { readPosition } from '#modules/delivery/shop-place.ts'
import { DeliveryMap } from '#modules/delivery/web/delivery-map.tsx'
import type { SettingValue, ShownPart } from '#modules/settings/setting-kinds.ts'
import '#modules/checkout/web/checkout.css'
import '#modules/checkout/web/transfer.css'

interface PartProps {
	readonly value: SettingValue
	readonly options: CheckoutOptions
}

const nothing = () => undefined

function ShopMap({ value, options }: PartProps) {
	const position = readPosition(String(value))
	return <DeliveryMap place={position && { ...position, direccion: 'la tienda' }} credit={options.mapa_atribucion} />
}

const Pickup = ({ options }: PartProps) => (
	<DeliverySection
		form={{ ...emptyForm, tipo_entrega: 'retiro' }}
		change={nothing}
		problems={noProblems}
		report={nothing}
		cost={{ state: 'none' }}
		sesion=""
		savedAddress=""
		options={options}
	/>
)

const Methods = ({ options }: PartProps) => (
	<PaymentSection
		metodo={options.gateways[0] ?? 'transferencia'}
		gateways={options.gateways}
		efectivo={options.efectivo}
		onChoose={nothing}
	/>
)

const Bank = ({ options }: PartProps) => <BankDetails banco={options.banco} total={29_990} nro_orden={undefined} />

const parts = { retiro: Pickup, medios: Methods, banco: Bank, mapa: ShopMap } as const satisfies Record<
	ShownPart,
	unknown
>

/** An inert part of the checkout with an unsaved value of a setting. */
export default function CheckoutPart({ part, ...props }: PartProps & { readonly part: ShownPart }) {
	const Part = parts[part]
	return (
		<fieldset disabled className="setting-part" aria-label="Lo que verán los clientes">
			<Part {...props} />
		</fieldset>
	)
}
