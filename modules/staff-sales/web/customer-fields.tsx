import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isPhone, phoneDigits, readEmail } from '#core/rules/person-data.ts'
import { panelKey } from '#core/web/panel/panel-parts.tsx'
import { updateAndFocus } from '#core/web/ui/buttons.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { examplePhone } from '#modules/checkout/web/checkout-form.ts'
import { customerFinders, type FoundCustomer } from '#modules/lists/web/customer-search.ts'
import type { SaleDraft, SaleProblems } from '#modules/staff-sales/web/sale-draft.ts'

interface CustomerFieldsProps {
	readonly draft: SaleDraft
	readonly problems: SaleProblems
	readonly change: (values: Partial<SaleDraft>) => void
}

/** Whom the sale is for: an account found by its phone or mail and chosen, or a person as typed. */
export function CustomerFields({ draft, problems, change }: CustomerFieldsProps) {
	const { form, nombre, email, cliente } = draft
	const write = (telefono: string) => change({ form: { ...form, telefono } })
	const choose = (found: FoundCustomer) =>
		updateAndFocus(
			() => change({ cliente: found, form: { ...form, telefono: form.telefono || phoneDigits(found.telefono) } }),
			() => document.getElementById('otro-cliente'),
		)
	return (
		<fieldset className="sale-part">
			<legend className="title-m">Cliente</legend>
			<Field
				id="telefono"
				label="Teléfono"
				type="tel"
				inputMode="numeric"
				autoComplete="off"
				hint={`9 dígitos, por ejemplo ${examplePhone}.`}
				value={form.telefono}
				error={problems.telefono}
				onChange={({ target }) => write(phoneDigits(target.value))}
			/>
			{cliente ? (
				<p className="row spread">
					<span className="can-shrink">
						<span className="strong">{cliente.nombre}</span> <span className="muted">{cliente.email}</span>
					</span>
					<button
						type="button"
						id="otro-cliente"
						className="link touch"
						onClick={() =>
							updateAndFocus(
								() => change({ cliente: null }),
								() => document.getElementById('nombre'),
							)
						}
					>
						Otra persona
					</button>
				</p>
			) : (
				<>
					<Field
						id="nombre"
						label="Nombre"
						autoComplete="off"
						autoCapitalize="words"
						maxLength={150}
						value={nombre}
						error={problems.nombre}
						onChange={({ target }) => change({ nombre: target.value })}
					/>
					<Field
						id="email"
						label="Correo"
						type="email"
						inputMode="email"
						autoComplete="off"
						maxLength={320}
						hint="Ahí llegan la confirmación y la boleta."
						value={email}
						error={problems.email}
						onChange={({ target }) => change({ email: target.value })}
					/>
					<Found telefono={form.telefono} email={email} onChoose={choose} />
				</>
			)}
		</fieldset>
	)
}

/** The accounts with the typed phone or mail, below the fields, which they do not move. */
function Found({
	telefono,
	email,
	onChoose,
}: {
	telefono: string
	email: string
	onChoose: (one: FoundCustomer) => void
}) {
	const q = readEmail(email) ?? (isPhone(telefono) ? telefono : '')
	const { data } = useQuery({
		queryKey: [...panelKey, 'clientes', 'venta', q],
		queryFn: async () => (await Promise.all(customerFinders.map((find) => find(q)))).flat(),
		enabled: q !== '',
		placeholderData: keepPreviousData,
	})
	if (q === '' || !data || data.length === 0) return null
	return (
		<ul className="stack tight" aria-label="Clientes con ese teléfono o correo">
			{data.map((one) => (
				<li key={one.id}>
					<button type="button" className="saved-address" onClick={() => onChoose(one)}>
						<span className="can-shrink">
							<span>{'Usar la cuenta de '}</span>
							<strong>{one.nombre}</strong>
							<span className="muted">{` ${one.email}`}</span>
						</span>
					</button>
				</li>
			))}
		</ul>
	)
}
