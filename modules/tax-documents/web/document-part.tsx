import { type InputHTMLAttributes, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatClp } from '#core/rules/money.ts'
import { formatRut } from '#core/rules/person-data.ts'
import { isRecord } from '#core/rules/values.ts'
import { afterPress, Field } from '#core/web/ui/fields.tsx'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { focusField, readFromSession, saveToSession } from '#modules/checkout/web/checkout-form.ts'
import type { FormPart, FormPartProps } from '#modules/checkout/web/form-part.tsx'
import { ChoiceCard, useOfferedProfile } from '#modules/checkout/web/form-part.tsx'
import {
	type Comprador,
	type CompradorField,
	compradorFields,
	compradorProblems,
	type Factura,
	type FacturaField,
	facturaFields,
	facturaProblems,
	type ReceptorProblems,
	receptorLimits,
	receptorProblem,
} from '#modules/tax-documents/receptor.ts'
import '#modules/tax-documents/web/document-section.css'

/** The chosen document, and its recipient as typed; only the fields of the chosen document are sent. */
export interface DocumentForm {
	readonly documento: 'boleta' | 'factura'
	readonly factura: Factura
	readonly comprador: Comprador
}

type ReceptorField = FacturaField | CompradorField

export const emptyDocument: DocumentForm = {
	documento: 'boleta',
	factura: { rut: '', razon_social: '', giro: '', direccion: '', comuna: '' },
	comprador: { rut: '', nombre: '' },
}

/** The fields of `empty` with the stored texts. */
function readTexts<Fields extends Factura | Comprador>(empty: Fields, value: unknown): Fields {
	const saved = new Map(Object.entries(isRecord(value) ? value : {}))
	const texts = Object.keys(empty).map((name) => {
		const text = saved.get(name)
		return [name, typeof text === 'string' ? text.slice(0, 100) : ''] as const
	})
	return { ...empty, ...Object.fromEntries(texts) }
}

/** Restores a form stored before a reload; invalid parts are reset. */
export function readDocumentForm(value: unknown): DocumentForm {
	if (!isRecord(value)) return emptyDocument
	return {
		documento: value.documento === 'factura' ? 'factura' : 'boleta',
		factura: readTexts(emptyDocument.factura, value.factura),
		comprador: readTexts(emptyDocument.comprador, value.comprador),
	}
}

/** The recipient in the order's request; empty for an anonymous boleta. */
export function receptorOf(
	{ documento, factura, comprador }: DocumentForm,
	requiresBuyer: boolean,
): Pick<PlaceOrderRequest, 'factura' | 'comprador'> {
	if (documento === 'factura') return { factura }
	return requiresBuyer ? { comprador } : {}
}

/** The problems to fix before the order is sent. `requiresBuyer`: the buyer is required by law. */
export function documentProblems(
	{ documento, factura, comprador }: DocumentForm,
	requiresBuyer: boolean,
): ReceptorProblems {
	if (documento === 'factura') return facturaProblems(factura)
	return requiresBuyer ? compradorProblems(comprador) : {}
}

const fields: readonly ReceptorField[] = [...facturaFields, ...compradorFields]

/** The first field with a problem; undefined without one. */
export const wrongField = (problems: ReceptorProblems): ReceptorField | undefined =>
	fields.find((field) => problems[field])

const receptorCodes: readonly string[] = ['rut_invalido', 'rut_requerido', 'factura_incompleta']

/** The field that a refusal of the server names; undefined for a refusal of anything else. */
export function refusedField(code: string, campo: unknown): ReceptorField | undefined {
	if (!receptorCodes.includes(code)) return undefined
	return fields.find((known) => known === campo) ?? 'rut'
}

/** Element id of a recipient's field. */
const fieldId = (field: ReceptorField): string => `receptor-${field}`

/** A RUT can be typed with dots, spaces or without. */
const maxCharacters: Readonly<Record<ReceptorField, number>> = { ...receptorLimits, rut: 14 }

interface ReceptorInput
	extends Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'autoCapitalize' | 'spellCheck'> {
	readonly field: ReceptorField
	readonly label: string
	readonly hint?: string
	readonly className?: string
}

/** RUT has no autocomplete token; browsers suggest earlier values by field name. */
const rutInput = {
	field: 'rut',
	hint: 'Con su dígito verificador, con puntos o sin ellos.',
	autoCapitalize: 'characters',
	spellCheck: false,
} as const

const facturaInputs: readonly ReceptorInput[] = [
	{ ...rutInput, label: 'RUT de la empresa' },
	{ field: 'razon_social', label: 'Razón social', autoComplete: 'organization' },
	{
		field: 'giro',
		label: 'Giro',
		className: 'receptor-wide',
		hint: 'A qué se dedica la empresa, como está en el SII.',
	},
	{ field: 'direccion', label: 'Dirección de la empresa', autoComplete: 'billing street-address' },
	{ field: 'comuna', label: 'Comuna de la empresa', autoComplete: 'billing address-level2' },
]

const compradorInputs: readonly ReceptorInput[] = [
	{ ...rutInput, label: 'RUT de quien compra' },
	{ field: 'nombre', label: 'Nombre de quien compra', autoComplete: 'name' },
]

interface ReceptorFieldsProps {
	readonly inputs: readonly ReceptorInput[]
	readonly values: Readonly<Partial<Record<ReceptorField, string>>>
	readonly onType: (typed: Readonly<Partial<Record<ReceptorField, string>>>) => void
	readonly problems: ReceptorProblems
	/** Sets the messages of some fields; an empty string clears one. */
	readonly report: (problems: ReceptorProblems) => void
	readonly children?: ReactNode
}

/** The recipient's fields: each validates on blur, and clears its message once valid. */
function ReceptorFields({ inputs, values, onType, problems, report, children }: ReceptorFieldsProps) {
	return (
		<div className="receptor-fields form-pair">
			{children}
			{inputs.map(({ field, ...input }) => {
				const value = values[field] ?? ''
				return (
					<Field
						key={field}
						{...input}
						id={fieldId(field)}
						name={field}
						value={value}
						maxLength={maxCharacters[field]}
						aria-required
						error={problems[field] ?? ''}
						onChange={({ target }) => {
							onType({ [field]: target.value })
							if (problems[field] && receptorProblem(field, target.value) === '') report({ [field]: '' })
						}}
						onBlur={() => {
							if (value.trim() === '') return
							if (field === 'rut') onType({ rut: formatRut(value.trim()) })
							afterPress(() => report({ [field]: receptorProblem(field, value) }))
						}}
					/>
				)
			})}
		</div>
	)
}

/** In the tab's storage, across a reload and the gateway's page. */
const formKey = 'pago_documento'

/**
 * The document in the checkout's form: boleta or factura, and the buyer when required. The buyer is required by the
 * displayed total, or because the server refused the order with its own total.
 */
export function useDocumentPart({ options: { uf_135 }, total }: FormPartProps): FormPart {
	const [form, setForm] = useState(() => readDocumentForm(readFromSession(formKey)))
	useEffect(() => saveToSession(formKey, form), [form])
	const change = (values: Partial<DocumentForm>) => setForm((before) => ({ ...before, ...values }))
	const saved = useOfferedProfile().data?.factura
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is offered once, when it is known
	useEffect(() => {
		const isBlank = Object.values(form.factura).every((value) => value.trim() === '')
		if (saved && isBlank) change({ factura: { ...saved, rut: formatRut(saved.rut) } })
	}, [saved])

	const [problems, setProblems] = useState<ReceptorProblems>({})
	const [isSaid, setSaid] = useState(false)
	const requiresBuyer = total > uf_135 || isSaid
	const report = (next: ReceptorProblems) => setProblems((before) => ({ ...before, ...next }))
	const { factura, comprador } = form
	const isFactura = form.documento === 'factura'
	const choose = (documento: DocumentForm['documento']) => {
		change({ documento })
		// Both documents have a RUT: the message of one must not appear on the other.
		report({ rut: '' })
	}
	return {
		section: (
			<fieldset key="documento" className="checkout-section">
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
				{isFactura && (
					<ReceptorFields
						inputs={facturaInputs}
						values={factura}
						onType={(typed) => change({ factura: { ...factura, ...typed } })}
						problems={problems}
						report={report}
					/>
				)}
				{!isFactura && requiresBuyer && (
					<ReceptorFields
						inputs={compradorInputs}
						values={comprador}
						onType={(typed) => change({ comprador: { ...comprador, ...typed } })}
						problems={problems}
						report={report}
					>
						<p className="muted receptor-wide">{`Tu compra supera los ${formatClp(uf_135)} (135 UF): la ley pide el RUT y el nombre de quien compra.`}</p>
					</ReceptorFields>
				)}
			</fieldset>
		),
		fields: receptorOf(form, requiresBuyer),
		check() {
			const found = documentProblems(form, requiresBuyer)
			setProblems(found)
			const wrong = wrongField(found)
			return wrong && fieldId(wrong)
		},
		showRefusal({ code, extra, text }) {
			const field = refusedField(code, extra.campo)
			if (!field) return false
			flushSync(() => {
				if (form.documento === 'boleta') setSaid(true)
				report({ [field]: text })
			})
			focusField(fieldId(field))
			return true
		},
	}
}
