/** The methods of a login's second step, besides recovery codes: an app for one-time codes, a passkey. */
export const secondFactorMethods = ['app', 'llave'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

export type UsedFactor = SecondFactorMethod | 'recuperacion'

/** Changes of an account's second factor, named for mails and the audit log. */
export const factorChanges = [
	'app_agregada',
	'app_quitada',
	'llave_agregada',
	'llave_quitada',
	'codigos_nuevos',
	'codigo_usado',
	'quitado_por_comando',
] as const
export type FactorChange = (typeof factorChanges)[number]

/** The WebAuthn transports of a passkey, stored as a hint for the browser. */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
