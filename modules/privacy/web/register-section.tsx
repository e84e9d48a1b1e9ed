import { useState } from 'react'
import { addressOf } from '#core/contract/endpoint.ts'
import { ActionForm, FormField } from '#core/web/forms/action-form.tsx'
import { CsvLinks } from '#core/web/list/figures.tsx'
import { ListFrame, useListPage } from '#core/web/list/staff-list.tsx'
import { useAct } from '#core/web/panel/act.ts'
import { PanelSection } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { randomKey } from '#core/web/session/idempotency.ts'
import { Button, ScreenLink } from '#core/web/ui/buttons.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { formatDay } from '#core/web/ui/format-date.ts'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { changeProcessor, listProcessors, resetProcessor } from '#modules/legal/endpoints.ts'
import { policyVersion } from '#modules/legal/policy-version.ts'
import { maxProcessorText, processorProblem } from '#modules/legal/processors.ts'
import type { StaffProcessor } from '#modules/legal/shapes.ts'
import { groundsText, receiversText, storedData } from '#modules/legal/stored-data.ts'
import { type BreachKind, breachKinds } from '#modules/privacy/breach-kinds.ts'
import { exportAffected } from '#modules/privacy/endpoints.ts'
import '#modules/privacy/web/register.css'

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
	return (
		<dl>
			{facts.map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	)
}

const added: StaffProcessor = {
	clave: '',
	nombre: '',
	finalidad: '',
	pais: '',
	enlace: '',
	oculto: false,
	propio: true,
	corregido: false,
}

/** Corrects a processor, or adds one. */
function ProcessorForm({ processor, onClose }: { processor: StaffProcessor; onClose: () => void }) {
	const [clave] = useState(() => processor.clave || randomKey())
	return (
		<ActionForm
			title={processor.nombre ? `Corregir ${processor.nombre}` : 'Agregar a quien recibe datos'}
			confirmText="Guardar"
			onClose={onClose}
			act={({ nombre = '', finalidad = '', pais = '', enlace = '', oculto }) => {
				const texts = { nombre: nombre.trim(), finalidad: finalidad.trim(), pais: pais.trim(), enlace: enlace.trim() }
				const problem = processorProblem(texts)
				if (problem) return { wrong: { [problem.campo]: problem.texto } }
				const body = { ...texts, oculto: oculto !== undefined }
				return { request: requestTo(changeProcessor, { params: { clave }, body }), done: `${texts.nombre}: guardado` }
			}}
		>
			<FormField label="Nombre" name="nombre" maxLength={maxProcessorText.nombre} defaultValue={processor.nombre} />
			<FormField
				label="Para qué recibe datos"
				name="finalidad"
				maxLength={maxProcessorText.finalidad}
				defaultValue={processor.finalidad}
			/>
			<FormField
				label="País de la empresa"
				name="pais"
				isOptional
				maxLength={maxProcessorText.pais}
				defaultValue={processor.pais}
			/>
			<FormField
				label="Enlace a su política"
				name="enlace"
				inputMode="url"
				maxLength={maxProcessorText.enlace}
				defaultValue={processor.enlace}
			/>
			<label className="choice-line">
				<input type="checkbox" name="oculto" value="si" defaultChecked={processor.oculto} />
				No mostrarlo en la página
			</label>
		</ActionForm>
	)
}

function ProcessorLine({ processor, isEditable }: { processor: StaffProcessor; isEditable: boolean }) {
	const { clave, nombre, finalidad, pais, enlace, oculto, propio, corregido } = processor
	const { act, isBusy, problem } = useAct()
	const [isOpen, setOpen] = useState(false)
	const reset = () => {
		const request = requestTo(resetProcessor, { params: { clave } })
		void act({ request, done: propio ? `${nombre}: borrado` : `${nombre}: como está configurado` })
	}
	return (
		<li>
			<p>
				<span className="strong">{`${nombre} `}</span>
				{oculto && <Badge>No se muestra</Badge>}
			</p>
			<Facts
				facts={[
					['Para qué', `${finalidad}.`],
					['País', pais || 'Falta completarlo'],
					['Política', enlace || '-'],
				]}
			/>
			{problem && <Alert>{problem}</Alert>}
			{isEditable && (
				<div className="row above-s">
					<button type="button" className="staff-action" onClick={() => setOpen(true)}>
						Corregir<span className="visually-hidden">{` ${nombre}`}</span>
					</button>
					{(propio || corregido) && (
						<button type="button" className="staff-action" disabled={isBusy} onClick={reset}>
							<span>{propio ? 'Borrar' : 'Volver a lo configurado'}</span>
							<span className="visually-hidden">{`: ${nombre}`}</span>
						</button>
					)}
				</div>
			)}
			{isOpen && <ProcessorForm processor={processor} onClose={() => setOpen(false)} />}
		</li>
	)
}

function Processors() {
	const { answer, rows, isFirst, isBusy, isError, reload } = useListPage('encargados', () => requestTo(listProcessors))
	const [isAdding, setAdding] = useState(false)
	const isEditable = answer?.editable ?? false
	return (
		<ListFrame
			isFirst={isFirst}
			isBusy={isBusy}
			isError={isError}
			isEmpty={rows.length === 0}
			emptyText="Nadie más recibe datos."
			onReload={reload}
		>
			<ul className="data-register-list">
				{rows.map((processor) => (
					<ProcessorLine key={processor.clave} processor={processor} isEditable={isEditable} />
				))}
			</ul>
			{isEditable && (
				<button type="button" className="staff-action" onClick={() => setAdding(true)}>
					Agregar otro
				</button>
			)}
			{isAdding && <ProcessorForm processor={added} onClose={() => setAdding(false)} />}
		</ListFrame>
	)
}

const kinds = Object.entries(breachKinds) as [BreachKind, string][]

/** The file of the persons to notify of a breach. */
function Affected() {
	const [days, setDays] = useState({ desde: '', hasta: '' })
	const [chosen, setChosen] = useState<readonly BreachKind[]>(kinds.map(([kind]) => kind))
	const query = { ...days, ...(chosen.length < kinds.length && { datos: chosen.join(',') }) }
	return (
		<details className="staff-fold">
			<summary>Personas afectadas por una filtración</summary>
			<p className="muted small">
				Si pudieron ver todo (se llevaron la base o un respaldo), deja «Desde» vacío y pon en «Hasta» el día en que
				pasó. Si fue una parte (una lista, un archivo), pon sus dos fechas: el archivo trae a quienes dejaron esos datos
				en esos días. No trae a quien ya fue borrado: de esa persona la tienda no guarda nada.
			</p>
			<div className="affected-form">
				<Field
					label="Desde"
					type="date"
					name="desde"
					value={days.desde}
					onChange={({ target }) => setDays({ ...days, desde: target.value })}
				/>
				<Field
					label="Hasta"
					type="date"
					name="hasta"
					value={days.hasta}
					onChange={({ target }) => setDays({ ...days, hasta: target.value })}
				/>
				<fieldset>
					<legend>Qué datos</legend>
					{kinds.map(([kind, label]) => (
						<label key={kind} className="choice-line">
							<input
								type="checkbox"
								checked={chosen.includes(kind)}
								onChange={({ target }) =>
									setChosen(target.checked ? [...chosen, kind] : chosen.filter((one) => one !== kind))
								}
							/>
							<span>{label}</span>
						</label>
					))}
				</fieldset>
			</div>
			{chosen.length === 0 ? (
				<p>Elige qué datos.</p>
			) : (
				<CsvLinks files={[{ label: 'Personas afectadas', address: addressOf(exportAffected, { query }) }]} />
			)}
		</details>
	)
}

/** What the shop stores about people, for whom, and whom a breach concerns (Ley 21.719). */
export default function RegisterSection() {
	const { tienda } = usePageData()
	return (
		<PanelSection>
			<p className="muted small">
				De este registro sale{' '}
				<ScreenLink className="link" to="/politicas">
					la página de políticas
				</ScreenLink>
				, con las mismas palabras. Guárdalo impreso o en PDF.
			</p>
			<Affected />
			<Button look="outline" className="above-s" onClick={() => window.print()}>
				Imprimir el registro
			</Button>
			<article className="data-register print-alone">
				<p className="muted small above-s">
					{`${tienda.razon_social}, RUT ${tienda.rut}. Versión del ${formatDay(policyVersion)}.`}
				</p>
				<h4 className="title-s">Quién recibe datos</h4>
				<p className="muted small data-register-hint">
					Sale de lo que está configurado. Completa los países que falten y agrega a quien más reciba datos, como tu
					contador.
				</p>
				<Processors />
				<h4 className="title-s">Qué guarda la tienda</h4>
				<ul className="data-register-list">
					{storedData.map((one) => (
						<li key={one.name}>
							<p className="strong">{one.name}</p>
							<Facts
								facts={[
									['Qué', one.data],
									['Para qué', `${one.purpose}.`],
									['Base legal', groundsText(one)],
									['Cuánto', one.term],
									['Quién lo ve', receiversText(one)],
								]}
							/>
						</li>
					))}
				</ul>
			</article>
		</PanelSection>
	)
}
