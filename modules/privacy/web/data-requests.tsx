import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { dataRequestDays, maxRequestText } from '#core/rules/limits.ts'
import { dayIn } from '#core/rules/times.ts'
import { call } from '#core/web/session/api.ts'
import { useSessionExpired } from '#core/web/session/login.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { Button, updateAndFocus } from '#core/web/ui/buttons.tsx'
import { useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { SelectField, TextAreaField } from '#core/web/ui/fields.tsx'
import { formatDay, formatMoment } from '#core/web/ui/format-date.ts'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { Alert, Badge, LoadFailed } from '#core/web/ui/screen-parts.tsx'
import { dataRightMeaning, dataRights, dataRightText } from '#modules/privacy/data-requests.ts'
import { askOwnRequest, listOwnRequests } from '#modules/privacy/endpoints.ts'
import type { OwnRequest } from '#modules/privacy/shapes.ts'
import '#modules/privacy/web/data-requests.css'

const requestsKey = ['solicitudes'] as const

function RequestRow({ request }: { request: OwnRequest }) {
	const { derecho, texto, recibida, responder_hasta, respondida_at, respuesta } = request
	return (
		<li className="own-row">
			<div>
				<p className="strong">{`${dataRightText(derecho)} · ${formatDay(recibida)}`}</p>
				{texto && <p className="typed-lines">{texto}</p>}
				{respuesta && (
					<details className="request-answer">
						<summary>Nuestra respuesta</summary>
						<p className="muted small">{`Del ${formatDay(dayIn(new Date(respondida_at ?? '')))}`}</p>
						<p className="typed-lines">{respuesta}</p>
					</details>
				)}
				{!respondida_at && (
					<p className="muted small">{`Te respondemos a más tardar el ${formatDay(responder_hasta)}.`}</p>
				)}
			</div>
			{respondida_at ? <Badge tone="ok">Respondida</Badge> : <Badge>En curso</Badge>}
		</li>
	)
}

interface FormProps {
	readonly onSent: () => void
	readonly onCancel: () => void
}

function AskForm({ onSent, onCancel }: FormProps) {
	const expired = useSessionExpired()
	const [problem, setProblem] = useState('')
	// The same request sent again is the same one, so a lost answer may be followed by another press.
	const ask = useMutation({
		mutationFn: (body: Pick<OwnRequest, 'derecho' | 'texto'>) => call(askOwnRequest, { body }),
		onMutate: () => setProblem(''),
		onSuccess(answer) {
			if (answer.ok) onSent()
			else if (answer.code === 'sesion_expirada') expired('/perfil')
			else setProblem((answer.status !== 0 && answer.text) || 'No pudimos enviar tu solicitud. Intenta nuevamente.')
		},
	})
	const { problems, formProps } = useCheckedForm(({ derecho: chosen, texto = '' }) => {
		const derecho = dataRights.find((one) => one === chosen)
		if (derecho && !ask.isPending) ask.mutate({ derecho, texto })
	})
	return (
		<form className="form above-s" {...formProps}>
			<SelectField
				label="Qué pides"
				name="derecho"
				options={dataRights.map((derecho) => [derecho, dataRightMeaning(derecho)] as const)}
				error={problems.derecho}
			/>
			<TextAreaField
				label="Cuéntanos más (opcional)"
				name="texto"
				rows={4}
				maxLength={maxRequestText}
				hint="Por ejemplo, qué dato, o desde cuándo."
				error={problems.texto}
			/>
			{problem && <Alert>{problem}</Alert>}
			<div className="row">
				<Button type="submit" isBusy={ask.isPending}>
					Enviar solicitud
				</Button>
				<Button look="outline" onClick={onCancel}>
					Cancelar
				</Button>
			</div>
		</form>
	)
}

/** What the customer may ask of the shop about the own data (Ley 21.719), and what was asked before. */
export function DataRequests() {
	const client = useQueryClient()
	const section = useRef<HTMLElement>(null)
	const opener = useRef<HTMLButtonElement>(null)
	const [step, setStep] = useState<'closed' | 'open' | 'sent'>('closed')
	const { data, isError, refetch } = useQuery({ queryKey: requestsKey, queryFn: () => fetchFrom(listOwnRequests) })
	const end = (last: 'closed' | 'sent') =>
		updateAndFocus(
			() => setStep(last),
			() => opener.current,
		)
	return (
		<section ref={section} aria-labelledby="tus-solicitudes">
			<div className="own-head">
				<h2 id="tus-solicitudes" className="title-m">
					Solicitudes sobre tus datos
				</h2>
			</div>
			{data?.bloqueada_at && (
				<div className="below-s">
					<Alert tone="info">
						{`Tu cuenta está bloqueada desde el ${formatMoment(data.bloqueada_at)}: no se pueden hacer pedidos con ella y solo te escribimos por los que están en curso. Para desbloquearla, escríbenos.`}
					</Alert>
				</div>
			)}
			<p className="muted below-m">
				{`Corregir tus datos (arriba, en «Tus datos»), descargarlos y eliminar tu cuenta (en «Privacidad») lo haces tú, al momento. Para lo demás, pídelo aquí: te respondemos por correo dentro de ${dataRequestDays} días corridos.`}
			</p>
			{step === 'sent' && (
				<div className="below-s">
					<Alert tone="ok">Recibimos tu solicitud. Te enviamos un correo con la fecha.</Alert>
				</div>
			)}
			{step === 'open' ? (
				<AskForm
					onSent={() => {
						end('sent')
						void client.invalidateQueries({ queryKey: requestsKey })
					}}
					onCancel={() => end('closed')}
				/>
			) : (
				<Button
					ref={opener}
					look="outline"
					onClick={() =>
						updateAndFocus(
							() => setStep('open'),
							() => section.current?.querySelector('select'),
						)
					}
				>
					Enviar una solicitud
				</Button>
			)}
			{data && data.results.length > 0 && (
				<ul className="above-s">
					{data.results.map((request) => (
						<RequestRow key={request.id} request={request} />
					))}
				</ul>
			)}
			{!data && !isError && <Skeleton size="field" />}
			{isError && <LoadFailed isQuiet text="No pudimos cargar tus solicitudes." onRetry={() => void refetch()} />}
		</section>
	)
}
