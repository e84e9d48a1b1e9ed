import { useState } from 'react'
import { dataRequestNearDays, maxRequestAnswer, maxRequestText } from '#core/rules/limits.ts'
import { dayIn } from '#core/rules/times.ts'
import { ActionForm, FormField, FormSelect, PageForm, SendButton, useFieldError } from '#core/web/forms/action-form.tsx'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { PanelSection } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { TextAreaField } from '#core/web/ui/fields.tsx'
import { formatDay, formatMoment } from '#core/web/ui/format-date.ts'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import { dataRightMeaning, dataRights, dataRightText } from '#modules/privacy/data-requests.ts'
import { createRequest, listRequests, sendAnswer } from '#modules/privacy/endpoints.ts'
import type { StaffRequest } from '#modules/privacy/shapes.ts'
import { BlockAccount } from '#modules/staff/web/block-account.tsx'
import '#modules/privacy/web/data-requests.css'

function dueText({ faltan, responder_hasta }: StaffRequest): string {
	const until = `hasta el ${formatDay(responder_hasta)}`
	if (faltan === null || faltan < 0) return `Había plazo ${until}`
	if (faltan === 0) return 'Se responde hoy'
	return `${faltan === 1 ? 'Queda 1 día' : `Quedan ${faltan} días`}, ${until}`
}

function State({ request: { faltan } }: { request: StaffRequest }) {
	if (faltan === null) return <Badge tone="ok">Respondida</Badge>
	if (faltan < 0) return <Badge tone="danger">Vencida</Badge>
	return faltan <= dataRequestNearDays ? <Badge tone="warn">Por vencer</Badge> : <Badge>Abierta</Badge>
}

function AnswerField() {
	const error = useFieldError('respuesta')
	return <TextAreaField label="Respuesta" name="respuesta" rows={8} maxLength={maxRequestAnswer} error={error} />
}

function RequestLine({ request }: { request: StaffRequest }) {
	const { id, nombre, email, derecho, texto, recibida, respondida_at, respondida_por, respuesta, cuenta } = request
	const [isAnswering, setAnswering] = useState(false)
	const isOpen = respondida_at === null
	return (
		<>
			<div className="can-shrink">
				<h4 className="strong">
					<span>{`${dataRightText(derecho)} · ${nombre || 'Cuenta eliminada'} `}</span>
					<State request={request} />
				</h4>
				{email && (
					<p className="small">
						<a href={`mailto:${email}`} className="link">
							{email}
						</a>
						<span className="muted">{cuenta ? ` · cuenta ${cuenta.id}` : ' · sin cuenta'}</span>
					</p>
				)}
				<p className="muted small">{`Llegó el ${formatDay(recibida)}. ${isOpen ? dueText(request) : ''}`}</p>
				{texto && <p className="typed-lines">{texto}</p>}
				{respondida_at && (
					<details className="request-answer">
						<summary>La respuesta</summary>
						<p className="muted small">{[formatMoment(respondida_at), respondida_por].filter(Boolean).join(' · ')}</p>
						<p className="typed-lines">{respuesta || 'Sin texto: los datos se borraron con la cuenta.'}</p>
					</details>
				)}
			</div>
			<div className="stack tight">
				{isOpen && (
					<button type="button" className="staff-action" onClick={() => setAnswering(true)}>
						<span>Responder</span>
						<span className="visually-hidden">{` a ${nombre}`}</span>
					</button>
				)}
				{derecho === 'bloqueo' && cuenta && (
					<BlockAccount id={cuenta.id} name={nombre} bloqueo={cuenta.bloqueada ? {} : undefined} />
				)}
			</div>
			{isAnswering && (
				<ActionForm
					title={`Responder a ${nombre}`}
					confirmText="Enviar la respuesta"
					onClose={() => setAnswering(false)}
					act={({ respuesta: typed = '' }) => {
						if (typed.trim() === '') return { wrong: { respuesta: 'Escribe la respuesta.' } }
						const body = { respuesta: typed }
						return { request: requestTo(sendAnswer, { params: { id }, body }), done: `Respuesta enviada a ${email}` }
					}}
				>
					<p className="small">{`${dataRightMeaning(derecho)}. Sale por correo a ${email} y queda guardada.`}</p>
					<AnswerField />
				</ActionForm>
			)}
		</>
	)
}

/** What people ask about their data (Ley 21.719), and the answers. */
export default function RequestsSection() {
	const today = dayIn(new Date())
	const list = useListPage('solicitudes', (page) => requestTo(listRequests, { query: page }))
	return (
		<PanelSection>
			<details className="staff-fold">
				<summary>Anotar una que llegó por correo o WhatsApp</summary>
				<PageForm
					className="form narrow below-m"
					label="Anotar una solicitud"
					act={({ nombre = '', email = '', recibida = '', texto = '', derecho: chosen }) => {
						const derecho = dataRights.find((one) => one === chosen) ?? 'acceso'
						const body = { nombre, email, recibida, derecho, texto }
						return { request: requestTo(createRequest, { body }), done: 'Solicitud anotada' }
					}}
				>
					<FormField label="Nombre" name="nombre" required maxLength={150} />
					<FormField label="Correo" name="email" type="email" required maxLength={320} hint="Ahí se le responde." />
					<FormSelect
						label="Qué pide"
						name="derecho"
						options={dataRights.map((derecho) => [derecho, dataRightMeaning(derecho)] as const)}
					/>
					<FormField label="Día en que llegó" name="recibida" type="date" required max={today} defaultValue={today} />
					<TextAreaField label="Qué escribió (opcional)" name="texto" rows={4} maxLength={maxRequestText} />
					<SendButton>Anotar</SendButton>
				</PageForm>
			</details>
			<ListPage
				list={list}
				rowKey="id"
				what="solicitudes"
				empty="Nadie ha pedido nada sobre sus datos."
				line={(request) => <RequestLine request={request} />}
			/>
		</PanelSection>
	)
}
