import { whatsappAddress } from '#core/rules/whatsapp.ts'
import { useListPage } from '#core/web/list/staff-list.tsx'
import type { Contact } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { fillMessage, messageLabels } from '#modules/ready-messages/ready-messages.ts'
import { listSettings } from '#modules/settings/endpoints.ts'

const isMessage = (clave: string): clave is keyof typeof messageLabels => clave in messageLabels

/** The ready messages as links to WhatsApp; nothing without a mobile, and while the texts are not loaded. */
export function ReadyMessages({ contact }: { contact: Contact }) {
	const { rows } = useListPage('ajustes', () => requestTo(listSettings))
	const messages = rows.flatMap(({ clave, valor }) =>
		isMessage(clave) && typeof valor === 'string' && valor !== ''
			? [{ label: messageLabels[clave], text: fillMessage(valor, contact) }]
			: [],
	)
	if (messages.length === 0 || !whatsappAddress(contact.telefono)) return null
	return (
		<details className="order-more">
			<summary>Mensajes listos</summary>
			<ul className="stack">
				{messages.map(({ label, text }) => (
					<li key={label}>
						<a href={whatsappAddress(contact.telefono, text)} target="_blank" rel="noreferrer" className="link">
							<span>{label}</span>
							<span className="visually-hidden"> por WhatsApp (se abre en otra pestaña)</span>
						</a>
					</li>
				))}
			</ul>
		</details>
	)
}
