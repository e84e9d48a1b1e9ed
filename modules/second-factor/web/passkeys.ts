import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { z } from 'zod'
import { passkeyTransports } from '#modules/second-factor/second-factor.ts'
import type { passkeyOptionsAnswer } from '#modules/second-factor/shapes.ts'

type Question = z.output<typeof passkeyOptionsAnswer>

/** A passkey response for the server, or the message of its failure. */
type PasskeyOutcome<Response> =
	| { readonly ok: true; readonly proof: { readonly reto: string; readonly respuesta: Response } }
	| { readonly ok: false; readonly problem: string }

/** Returns whether the browser supports passkeys; WebAuthn requires https. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

const unused = 'No se usó ninguna llave de acceso. Intenta nuevamente.'
const problems: Readonly<Record<string, string>> = {
	InvalidStateError: 'Ese dispositivo ya tiene una llave de acceso de tu cuenta.',
	NotSupportedError: 'Ese dispositivo no sirve como llave de acceso. Prueba con otro.',
	// The page has another origin than the shop's public URL.
	SecurityError: 'Las llaves de acceso no funcionan en esta dirección de la tienda.',
	// The library failed to load.
	TypeError: 'No pudimos conectar con la tienda. Intenta nuevamente.',
}

/** Runs a WebAuthn prompt. Browsers report cancellation and timeout alike. */
async function ask<T>(reto: string, question: () => Promise<T>): Promise<PasskeyOutcome<T>> {
	try {
		return { ok: true, proof: { reto, respuesta: await question() } }
	} catch (error) {
		return { ok: false, problem: (error instanceof Error && problems[error.name]) || unused }
	}
}

const withoutExtensions = { clientExtensionResults: {} }

// Only passkey users load the library.
const library = () => import('@simplewebauthn/browser')

/** Creates a passkey. */
export const makePasskey = ({ opciones, reto }: Question) =>
	ask(reto, async () => {
		// The contract declares only the challenge; the rest is what the server's library generated.
		const optionsJSON = opciones as unknown as PublicKeyCredentialCreationOptionsJSON
		const made = await (await library()).startRegistration({ optionsJSON })
		const transports = passkeyTransports.filter((known) => made.response.transports?.includes(known))
		return { ...made, response: { ...made.response, transports }, ...withoutExtensions }
	})

/** Authenticates with a passkey. */
export const showPasskey = ({ opciones, reto }: Question) =>
	ask(reto, async () => ({
		...(await (await library()).startAuthentication({ optionsJSON: opciones })),
		...withoutExtensions,
	}))
