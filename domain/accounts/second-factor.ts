/** What may happen to an account's second factor, as its mails and the audit log call it. */
export const factorChanges = [
	'app_agregada',
	'app_quitada',
	'codigos_nuevos',
	'codigo_usado',
	'quitado_por_comando',
] as const
export type FactorChange = (typeof factorChanges)[number]
