import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { z } from 'zod'
import type { passkeyOptionsAnswer } from '#contract/accounts/passkeys.ts'
import { passkeyTransports } from '#domain/accounts/second-factor.ts'

type Question = z.output<typeof passkeyOptionsAnswer>

/** What the passkey answered, as the shop's calls take it; or the sentence that says why there is nothing. */
type PasskeyOutcome<Response> =
	| { readonly ok: true; readonly proof: { readonly reto: string; readonly respuesta: Response } }
	| { readonly ok: false; readonly problem: string }

/** Whether this browser knows passkeys; none does on a page that came over plain http. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

const unused = 'No se usó ninguna llave de acceso. Intenta nuevamente.'
const problems: Readonly<Record<string, string>> = {
	InvalidStateError: 'Ese dispositivo ya tiene una llave de acceso de tu cuenta.',
	NotSupportedError: 'Ese dispositivo no sirve como llave de acceso. Prueba con otro.',
	// A shop that is looked at under another address than its own.
	SecurityError: 'Las llaves de acceso no funcionan en esta dirección de la tienda.',
	// The code that asks for it did not come.
	TypeError: 'No pudimos conectar con la tienda. Intenta nuevamente.',
}

/** Runs what asks the person. What the browser says when they give up, or wait too long, is the same. */
async function ask<T>(reto: string, question: () => Promise<T>): Promise<PasskeyOutcome<T>> {
	try {
		return { ok: true, proof: { reto, respuesta: await question() } }
	} catch (error) {
		return { ok: false, problem: (error instanceof Error && problems[error.name]) || unused }
	}
}

const withoutExtensions = { clientExtensionResults: {} }

// The library is fetched by who uses a passkey, and by nobody else.
const library = () => import('@simplewebauthn/browser')

/** Lets the person make a passkey. */
export const makePasskey = ({ opciones, reto }: Question) =>
	ask(reto, async () => {
		// The answer is declared by its challenge alone: all of it is what the server's library made for this one.
		const optionsJSON = opciones as unknown as PublicKeyCredentialCreationOptionsJSON
		const made = await (await library()).startRegistration({ optionsJSON })
		const transports = passkeyTransports.filter((known) => made.response.transports?.includes(known))
		return { ...made, response: { ...made.response, transports }, ...withoutExtensions }
	})

/** Lets the person show a passkey. */
export const showPasskey = ({ opciones, reto }: Question) =>
	ask(reto, async () => ({
		...(await (await library()).startAuthentication({ optionsJSON: opciones })),
		...withoutExtensions,
	}))
