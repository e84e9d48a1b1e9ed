import type { InputHTMLAttributes } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { formatRut } from '#core/rules/rut.ts'
import { afterPress } from '#core/web/ui/after-press.ts'
import { Field } from '#core/web/ui/field.tsx'
import type { CheckoutForm } from '#modules/checkout/web/checkout-form.ts'
import { receptorFieldId } from '#modules/checkout/web/checkout-problems.ts'
import { ChoiceCard } from '#modules/checkout/web/choice-card.tsx'
import {
	type CompradorField,
	type FacturaField,
	type ReceptorProblems,
	receptorLimits,
	receptorProblem,
} from '#modules/tax-documents/receptor.ts'
import '#modules/tax-documents/web/document-section.css'

interface DocumentSectionProps {
	readonly form: CheckoutForm
	readonly change: (values: Partial<CheckoutForm>) => void
	readonly problems: ReceptorProblems
	/** Sets the messages of some fields; an empty string clears one. */
	readonly report: (problems: ReceptorProblems) => void
	/** The buyer is required by law above this total in CLP. */
	readonly requiresBuyer: boolean
	readonly uf135: number
}

type ReceptorField = FacturaField | CompradorField

/** A RUT can be typed with dots, spaces or without. */
const maxCharacters: Readonly<Record<ReceptorField, number>> = { ...receptorLimits, rut: 14 }

interface ReceptorInputProps<Name extends ReceptorField>
	extends Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'autoCapitalize' | 'spellCheck'> {
	readonly field: Name
	readonly label: string
	readonly hint?: string
	readonly className?: string
	readonly value: string
	readonly onType: (field: Name, value: string) => void
	readonly problems: ReceptorProblems
	readonly report: (problems: ReceptorProblems) => void
}

/** Buyer's field: validates on blur, and clears its message once valid. */
function ReceptorInput<Name extends ReceptorField>(props: ReceptorInputProps<Name>) {
	const { field, value, onType, problems, report, ...input } = props
	return (
		<Field
			{...input}
			id={receptorFieldId(field)}
			name={field}
			value={value}
			maxLength={maxCharacters[field]}
			aria-required
			error={problems[field] ?? ''}
			onChange={(event) => {
				onType(field, event.target.value)
				if (problems[field] && receptorProblem(field, event.target.value) === '') report({ [field]: '' })
			}}
			onBlur={() => {
				if (value.trim() === '') return
				if (field === 'rut') onType(field, formatRut(value.trim()))
				afterPress(() => report({ [field]: receptorProblem(field, value) }))
			}}
		/>
	)
}

/** RUT has no autocomplete token; browsers suggest earlier values by field name. */
const rutInput = {
	hint: 'Con su dígito verificador, con puntos o sin ellos.',
	autoCapitalize: 'characters',
	spellCheck: false,
}

function FacturaFields({ form: { factura }, change, problems, report }: DocumentSectionProps) {
	const onType = (field: FacturaField, value: string) => change({ factura: { ...factura, [field]: value } })
	const common = { onType, problems, report }
	return (
		<div className="receptor-fields form-pair">
			<ReceptorInput {...common} {...rutInput} field="rut" label="RUT de la empresa" value={factura.rut} />
			<ReceptorInput
				{...common}
				field="razon_social"
				label="Razón social"
				autoComplete="organization"
				value={factura.razon_social}
			/>
			<ReceptorInput
				{...common}
				field="giro"
				label="Giro"
				className="receptor-wide"
				hint="A qué se dedica la empresa, como está en el SII."
				value={factura.giro}
			/>
			<ReceptorInput
				{...common}
				field="direccion"
				label="Dirección de la empresa"
				autoComplete="billing street-address"
				value={factura.direccion}
			/>
			<ReceptorInput
				{...common}
				field="comuna"
				label="Comuna de la empresa"
				autoComplete="billing address-level2"
				value={factura.comuna}
			/>
		</div>
	)
}

function CompradorFields({ form: { comprador }, change, problems, report, uf135 }: DocumentSectionProps) {
	const onType = (field: CompradorField, value: string) => change({ comprador: { ...comprador, [field]: value } })
	const common = { onType, problems, report }
	return (
		<div className="receptor-fields form-pair">
			<p className="muted receptor-wide">{`Tu compra supera los ${formatClp(uf135)} (135 UF): la ley pide el RUT y el nombre de quien compra.`}</p>
			<ReceptorInput {...common} {...rutInput} field="rut" label="RUT de quien compra" value={comprador.rut} />
			<ReceptorInput
				{...common}
				field="nombre"
				label="Nombre de quien compra"
				autoComplete="name"
				value={comprador.nombre}
			/>
		</div>
	)
}

/** Boleta or factura, and the buyer when required. At the end of the form, so new fields move nothing above. */
export function DocumentSection(props: DocumentSectionProps) {
	const { form, change, requiresBuyer, report } = props
	const isFactura = form.documento === 'factura'
	const choose = (documento: CheckoutForm['documento']) => {
		change({ documento })
		// Both documents have a RUT: the message of one must not appear on the other.
		report({ rut: '' })
	}
	return (
		<fieldset className="checkout-section">
			<legend className="title-m">Boleta o factura</legend>
			<div className="stack choices-pair">
				<ChoiceCard
					name="documento"
					value="boleta"
					isChosen={!isFactura}
					onChoose={() => choose('boleta')}
					title="Boleta"
				/>
				<ChoiceCard
					name="documento"
					value="factura"
					isChosen={isFactura}
					onChoose={() => choose('factura')}
					title="Factura"
					mark="Para empresas"
				/>
			</div>
			{isFactura && <FacturaFields {...props} />}
			{!isFactura && requiresBuyer && <CompradorFields {...props} />}
		</fieldset>
	)
}
