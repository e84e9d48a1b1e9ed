/** The ways of taking the second step of a login, besides a recovery code: an app for one-time codes, a passkey. */
export const secondFactorMethods = ['app', 'llave'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

export type UsedFactor = SecondFactorMethod | 'recuperacion'

/** What may happen to an account's second factor, as its mails and the audit log call it. */
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

export const maxPasskeys = 10

/** The ways in which a browser reaches a passkey (WebAuthn), kept so that it knows which one to ask for. */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
