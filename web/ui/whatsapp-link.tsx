import { whatsappAddress } from '#domain/whatsapp.ts'

interface WhatsappLinkProps {
	/** Whose; where it is no mobile nothing is shown. */
	readonly phone: string
	/** Whom one writes to, for who only hears the link. */
	readonly to?: string
	/** What stands ready to be sent. */
	readonly text?: string
	readonly className?: string
}

/** Opens a conversation on WhatsApp in a new tab. */
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
