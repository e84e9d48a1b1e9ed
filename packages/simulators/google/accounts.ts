import { createHash } from 'node:crypto'

/** A person who has an account at the simulated provider. Nobody real. */
export interface SimulatedAccount {
	readonly email: string
	readonly name: string
	/** The Workspace domain that hosts the mailbox. */
	readonly hd?: string | undefined
	readonly email_verified: boolean
}

/** The accounts that the chooser offers from the start, one of each kind that a shop has to tell apart. */
export const firstAccounts: readonly SimulatedAccount[] = [
	{ email: 'camila.soto.demo@gmail.com', name: 'Camila Soto Vera', email_verified: true },
	{ email: 'diego.munoz@empresa.example', name: 'Diego Muñoz', hd: 'empresa.example', email_verified: true },
	{ email: 'valentina@correo.example', name: 'Valentina Pino', email_verified: true },
	{ email: 'sin.verificar@correo.example', name: 'Tomás Sin Verificar', email_verified: false },
]

/** The provider's own number of a person: 21 digits, always the same for one address. */
export function subOf(email: string): string {
	const digest = createHash('sha256').update(email.toLowerCase()).digest('hex')
	return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`
}
