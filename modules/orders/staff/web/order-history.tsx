import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { mailText } from '#core/rules/mails.ts'
import { createDraft, withEntry } from '#core/web/edit/edits-store.ts'
import { ActionForm } from '#core/web/forms/action-form.tsx'
import { useAct } from '#core/web/panel/act.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { addNote, resendMail } from '#modules/orders/staff/endpoints.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { auditEventText } from '#modules/orders/staff/web/audit-event-text.ts'

/** Everything that happened to the order, the newest first: who, what, when, before and after. */
export function Timeline({ detail }: { detail: OrderDetail }) {
	const { historia, historia_total } = detail
	return (
		<>
			<ol className="timeline above-xs" aria-label="Historia de la orden">
				{historia.toReversed().map((event) => {
					const { action, change } = auditEventText(event)
					return (
						<li key={event.id}>
							<div className="can-shrink">
								<p className="strong">{action}</p>
								{change && <p className="story-change">{change}</p>}
								<p className="muted small">
									<time dateTime={event.created_at}>{formatMoment(event.created_at)}</time>
									<span>{` · ${event.usuario ?? 'la tienda'}`}</span>
								</p>
							</div>
						</li>
					)
				})}
			</ol>
			{historia_total > historia.length && (
				<p className="muted small">{`Se ven los últimos ${historia.length} de ${historia_total} hechos.`}</p>
			)}
		</>
	)
}

/** Adds a note to the order. */
export function NoteForm({ detail }: { detail: OrderDetail }) {
	const { act, isBusy, problem } = useAct()
	const texto = useSyncExternalStore(notes.subscribe, () => notes.get().get(detail.id) ?? '')
	async function onSubmit(event: FormEvent): Promise<void> {
		event.preventDefault()
		if (texto.trim() === '' || isBusy) return
		const request = requestTo(addNote, { params: { id: detail.id }, body: { texto: texto.trim() } })
		// The shop knows a repeated note by its words, and only for a minute: the same words may be said again another day.
		const ifLost = 'Antes de intentar nuevamente, mira si ya está en la historia.'
		if (await act({ request, done: 'Nota guardada', ifLost })) finishNote(detail.id, texto)
	}
	return (
		<form className="note-form" onSubmit={(event) => void onSubmit(event)}>
			<div className="field">
				<label htmlFor="nota">Nota interna</label>
				<textarea
					id="nota"
					className="input"
					rows={2}
					maxLength={2000}
					value={texto}
					onChange={(event) => changeNote(detail.id, event.target.value)}
				/>
			</div>
			{problem && <Alert>{problem}</Alert>}
			<Button type="submit" look="outline" isBusy={isBusy} disabled={texto.trim() === ''}>
				Agregar nota
			</Button>
		</form>
	)
}

/** The mails of the order; those to the customer can be sent again. */
export function Mails({ detail }: { detail: OrderDetail }) {
	const [mailToResend, setMailToResend] = useState<OrderDetail['correos'][number]>()
	if (detail.correos.length === 0) return <p className="muted">Aún no hay correos.</p>
	return (
		<ul>
			{detail.correos.map((mail) => (
				<li key={mail.id} className="staff-row">
					<div className="can-shrink">
						<p className="strong">{mailText(mail.plantilla)}</p>
						<p className="muted small">
							{`${mail.destinatario} · ${mail.enviado_at ? formatMoment(mail.enviado_at) : 'por salir'}`}
						</p>
					</div>
					{mail.se_puede_reenviar && (
						<button type="button" className="staff-action" onClick={() => setMailToResend(mail)}>
							Reenviar<span className="visually-hidden">{` ${mailText(mail.plantilla)}`}</span>
						</button>
					)}
				</li>
			))}
			{mailToResend && (
				<ActionForm
					title="¿Enviar otra vez este correo?"
					confirmText="Enviar"
					onClose={() => setMailToResend(undefined)}
					act={{
						request: requestTo(resendMail, { params: { id: detail.id }, body: { correo_id: mailToResend.id } }),
						done: 'Correo enviado otra vez',
					}}
				>
					<p>{`«${mailText(mailToResend.plantilla)}» irá a ${detail.email}.`}</p>
				</ActionForm>
			)}
		</ul>
	)
}

/** Unsent notes by order. */
const notes = createDraft<ReadonlyMap<string, string>>(new Map(), (texts) =>
	[...texts.values()].every((texto) => texto.trim() === ''),
)

export function changeNote(orden_id: string, texto: string): void {
	notes.set(withEntry(notes.get(), orden_id, texto === '' ? undefined : texto))
}

/** Removes a sent note, unless its text changed during the request. */
export function finishNote(orden_id: string, sent: string): void {
	if (notes.get().get(orden_id) === sent) changeNote(orden_id, '')
}
