import type {
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** What the shop asks the browser with: for a new passkey, or for one that the account has. */
export interface PasskeyQuestion<Options> {
	readonly opciones: Options
	readonly reto: string
}
export type NewPasskeyQuestion = PasskeyQuestion<PublicKeyCredentialCreationOptionsJSON>
export type KnownPasskeyQuestion = PasskeyQuestion<PublicKeyCredentialRequestOptionsJSON>

/** What the passkey answered, as the shop's calls take it; or the sentence that says why there is nothing. */
export type PasskeyOutcome =
	| { readonly ok: true; readonly proof: { readonly reto: string; readonly respuesta: object } }
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
async function ask(reto: string, question: () => Promise<object>): Promise<PasskeyOutcome> {
	try {
		return { ok: true, proof: { reto, respuesta: await question() } }
	} catch (error) {
		return { ok: false, problem: (error instanceof Error && problems[error.name]) || unused }
	}
}

// The library is fetched by who uses a passkey, and by nobody else.
const library = () => import('@simplewebauthn/browser')

/** Lets the person make a passkey. */
export const makePasskey = ({ opciones, reto }: NewPasskeyQuestion): Promise<PasskeyOutcome> =>
	ask(reto, async () => (await library()).startRegistration({ optionsJSON: opciones }))

/** Lets the person show a passkey. */
export const showPasskey = ({ opciones, reto }: KnownPasskeyQuestion): Promise<PasskeyOutcome> =>
	ask(reto, async () => (await library()).startAuthentication({ optionsJSON: opciones }))
