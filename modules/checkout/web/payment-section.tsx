import { type GatewayMethod, isGatewayMethod, type MetodoPago, metodoPagoText } from '#core/rules/payment-methods.ts'
import { Alert } from '#core/web/ui/alert.tsx'
import { methodProblemId } from '#modules/checkout/web/checkout-problems.ts'
import { ChoiceCard } from '#modules/checkout/web/choice-card.tsx'
import { PaymentLogo } from '#modules/checkout/web/payment-logo.tsx'

interface PaymentSectionProps {
	readonly metodo: MetodoPago
	readonly gateways: readonly GatewayMethod[]
	/** Whether cash is available. */
	readonly efectivo: boolean
	readonly onChoose: (metodo: MetodoPago) => void
	/** Reason why the chosen method is not available for this order. */
	readonly problem?: string
}

function GatewayChoice({ metodo, gateways, onChoose }: Omit<PaymentSectionProps, 'efectivo' | 'problem'>) {
	return (
		<fieldset className="gateways">
			<legend className="visually-hidden">Pagar con</legend>
			{gateways.map((gateway) => (
				<label key={gateway} className="gateway choice-line">
					<input
						type="radio"
						name="pasarela"
						value={gateway}
						checked={metodo === gateway}
						onChange={() => onChoose(gateway)}
					/>
					<PaymentLogo metodo={gateway} />
					<span>{metodoPagoText[gateway]}</span>
				</label>
			))}
		</fieldset>
	)
}

function CashChoice({ metodo, onChoose }: Pick<PaymentSectionProps, 'metodo' | 'onChoose'>) {
	return (
		<ChoiceCard
			name="metodo_pago"
			value="efectivo"
			isChosen={metodo === 'efectivo'}
			onChoose={() => onChoose('efectivo')}
			title="Efectivo al recibir"
			mark={
				<>
					<span>{'Solo RM '}</span>
					<PaymentLogo metodo="efectivo" />
				</>
			}
		>
			Pagas cuando tengas el shaker en tus manos.
		</ChoiceCard>
	)
}

/** Payment methods: a gateway (with a choice of one), a transfer, or cash. */
export function PaymentSection(props: PaymentSectionProps) {
	const { metodo, gateways, efectivo, onChoose, problem } = props
	const [firstGateway] = gateways
	const isGateway = isGatewayMethod(metodo)
	return (
		<fieldset className="checkout-section">
			<legend className="title-m">Medio de pago</legend>
			{problem && (
				<div id={methodProblemId} tabIndex={-1} className="below-s">
					<Alert>{problem}</Alert>
				</div>
			)}
			<div className="stack">
				{firstGateway && (
					<div className="choice-group">
						<ChoiceCard
							name="metodo_pago"
							value="pasarela"
							isChosen={isGateway}
							onChoose={() => onChoose(firstGateway)}
							title="Pago en línea (recomendado)"
							mark={gateways.length === 1 && <PaymentLogo metodo={firstGateway} />}
						>
							Tarjeta de crédito, débito o prepago. Confirmación al instante.
						</ChoiceCard>
						{isGateway && gateways.length > 1 && <GatewayChoice {...props} />}
					</div>
				)}
				<ChoiceCard
					name="metodo_pago"
					value="transferencia"
					isChosen={metodo === 'transferencia'}
					onChoose={() => onChoose('transferencia')}
					title="Transferencia bancaria"
					mark={<PaymentLogo metodo="transferencia" />}
				>
					Te damos los datos y subes el comprobante.
				</ChoiceCard>
				{efectivo && <CashChoice {...props} />}
			</div>
		</fieldset>
	)
}
