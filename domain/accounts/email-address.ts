/** The longest address that mail can be sent to (RFC 5321, section 4.5.3.1.3). Staff search for addresses up to it. */
export const maxEmailCharacters = 254

// What a browser accepts in an e-mail field, and a dot in the domain besides: nobody's mailbox lives at a bare host name.
const local = "[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const wellFormed = new RegExp(`^${local}@(?:${label}\\.)+${label}$`)

/** The form the shop keeps (trimmed, lower case); undefined when it is malformed, or holds look-alikes outside ASCII. */
export function readEmail(text: string): string | undefined {
	const email = text.trim().toLowerCase()
	return email.length <= maxEmailCharacters && wellFormed.test(email) ? email : undefined
}
