import type { ReactNode } from 'react'
import { type GatewayMethod, isGatewayMethod, type MetodoPago, metodoPagoText } from '#core/rules/payment-methods.ts'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { methodProblemId } from '#modules/checkout/web/checkout-form.ts'
import { ChoiceCard } from '#modules/checkout/web/form-part.tsx'

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
							isChosen={isGatewayMethod(metodo)}
							onChoose={() => onChoose(firstGateway)}
							title="Pago en línea (recomendado)"
							mark={gateways.length === 1 && <PaymentLogo metodo={firstGateway} />}
						>
							Tarjeta de crédito, débito o prepago. Confirmación al instante.
						</ChoiceCard>
						{gateways.length > 1 && <GatewayChoice {...props} />}
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

/** Logos of the payment methods, drawn on 60 by 28. */
const marks: Readonly<Record<MetodoPago, ReactNode>> = {
	mercadopago: (
		<>
			<ellipse
				cx="30"
				cy="14"
				rx="16"
				ry="10.5"
				fill="var(--logo-mercado-pago)"
				stroke="var(--logo-mercado-pago-edge)"
				strokeWidth="1.6"
			/>
			<path
				d="M15.5 10.5c4 1.3 6.5 0 9-.7 2.2-.6 3.8.2 5.5.9M44.5 10.5c-4 1.3-7.2-.7-10-.7-2.4 0-4.8 1.7-6.8 3.6-.8.8.3 2 1.6 1.5 1.5-.5 2.6-1.2 3.9-1.2 2.3 0 4.7 3 6.1 4.7M24 17.5c1.6 1.8 3.4 3.6 5.6 3.6 3.4 0 6.4-1.6 8.7-3.8"
				stroke="white"
				strokeWidth="1.9"
			/>
		</>
	),
	webpay: (
		<>
			<path
				d="m4 10.5 2.3 8 2.4-6.6 2.4 6.6 2.3-8M15.7 14.7h6.2c0-2.5-1.3-4.2-3.1-4.2s-3.1 1.7-3.1 4.1 1.4 4.1 3.2 4.1c1.1 0 2-.5 2.6-1.3M24.7 6.5v12m0-4c0-2.3 1.4-4 3.2-4s3.2 1.7 3.2 4-1.4 4-3.2 4-3.2-1.7-3.2-4M33.7 10.5v12m0-8c0-2.3 1.4-4 3.2-4s3.2 1.7 3.2 4-1.4 4-3.2 4-3.2-1.7-3.2-4M48.7 10.5v8m0-4c0-2.3-1.4-4-3.2-4s-3.2 1.7-3.2 4 1.4 4 3.2 4 3.2-1.7 3.2-4"
				stroke="var(--logo-webpay)"
				strokeWidth="2"
			/>
			<path d="m51.6 10.5 2.8 8m2.8-8-4.3 12" stroke="var(--logo-webpay-slash)" strokeWidth="2" />
		</>
	),
	flow: (
		<path
			d="M17.5 7c-2.7-.8-4.3.4-4.3 3.2v9.3M10.5 12h6.3M21.5 6.5v13M30.2 11.7c2.3 0 3.8 1.7 3.8 3.9s-1.5 3.9-3.8 3.9-3.8-1.7-3.8-3.9 1.5-3.9 3.8-3.9ZM37.7 12l2.5 7.5 2.7-6.2 2.7 6.2 2.5-7.5"
			stroke="var(--logo-flow)"
			strokeWidth="2.4"
		/>
	),
	transferencia: (
		<path
			d="M19 11.5 30 5l11 6.5H19ZM22.5 14.5v5M27.5 14.5v5M32.5 14.5v5M37.5 14.5v5M19 22.5h22"
			stroke="var(--logo-bank)"
			strokeWidth="1.8"
		/>
	),
	efectivo: (
		<path
			d="M15 7.5h30v13H15v-13ZM30 17a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM19.5 11v6M40.5 11v6"
			stroke="var(--logo-cash)"
			strokeWidth="1.8"
		/>
	),
}

/** Decorative logo beside the name of a payment method. */
function PaymentLogo({ metodo }: { metodo: MetodoPago }) {
	return (
		<svg className="pay-logo" viewBox="0 0 60 28" width="60" height="28" aria-hidden="true" focusable="false">
			{marks[metodo]}
		</svg>
	)
}
