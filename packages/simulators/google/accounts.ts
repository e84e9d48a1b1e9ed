import { createHash } from 'node:crypto'

/** A fictitious person with an account at the simulated provider. */
export interface SimulatedAccount {
	readonly email: string
	readonly name: string
	/** Workspace domain of the mailbox. */
	readonly hd?: string | undefined
	readonly email_verified: boolean
}

/** Initial accounts of the chooser, one of each kind that a shop distinguishes. */
export const firstAccounts: readonly SimulatedAccount[] = [
	{ email: 'camila.soto.demo@gmail.com', name: 'Camila Soto Vera', email_verified: true },
	{ email: 'diego.munoz@empresa.example', name: 'Diego Muñoz', hd: 'empresa.example', email_verified: true },
	{ email: 'valentina@correo.example', name: 'Valentina Pino', email_verified: true },
	{ email: 'sin.verificar@correo.example', name: 'Tomás Sin Verificar', email_verified: false },
]

/** Returns the provider's id of a person: 21 digits, stable per address. */
export function subOf(email: string): string {
	const digest = createHash('sha256').update(email.toLowerCase()).digest('hex')
	return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`
}
