import { whatsappAddress } from '#core/rules/whatsapp.ts'

interface WhatsappLinkProps {
	/** Phone; nothing is rendered unless it is a mobile. */
	readonly phone: string
	/** Recipient, for screen readers. */
	readonly to?: string
	/** Prefilled text. */
	readonly text?: string
	readonly className?: string
}

/** Opens a WhatsApp conversation in a new tab. */
export function WhatsappLink({ phone, to, text, className = 'link' }: WhatsappLinkProps) {
	const address = whatsappAddress(phone, text)
	if (!address) return null
	return (
		<a href={address} target="_blank" rel="noreferrer" className={className}>
			WhatsApp
			<span className="visually-hidden">{`${to ? ` de ${to}` : ''} (se abre en otra pestaña)`}</span>
		</a>
	)
}
