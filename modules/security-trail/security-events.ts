import { type SecurityEvent, securityEventKinds } from '#core/rules/audit-actions.ts'
import { retentionDays } from '#core/rules/retention.ts'

/** How the panel names each kind of event. `group` sets a row's retention and limit. */
export const securityEvents: Readonly<
	Record<SecurityEvent, { readonly group: SecurityGroup; readonly sentence: string }>
> = {
	inicio_sesion: { group: 'ingreso', sentence: 'Inició sesión' },
	inicio_google: { group: 'ingreso', sentence: 'Inició sesión con Google' },
	cuenta_creada: { group: 'ingreso', sentence: 'Creó su cuenta' },
	identidad_probada: { group: 'ingreso', sentence: 'Confirmó su identidad' },
	clave_pedida: { group: 'ingreso', sentence: 'Pidió un enlace para elegir otra contraseña' },
	clave_recuperada: { group: 'cambio', sentence: 'Eligió otra contraseña con el enlace del correo' },
	clave_cambiada: { group: 'cambio', sentence: 'Cambió su contraseña' },
	segundo_factor_agregado: { group: 'cambio', sentence: 'Agregó un segundo factor' },
	segundo_factor_quitado: { group: 'cambio', sentence: 'Quitó un segundo factor' },
	codigo_recuperacion_usado: { group: 'cambio', sentence: 'Entró con un código de recuperación' },
	dispositivo_nuevo: { group: 'cambio', sentence: 'Entró desde un dispositivo nuevo' },
	derechos_cambiados: { group: 'cambio', sentence: 'Cambiaron sus derechos' },
	derechos_por_confirmar: { group: 'cambio', sentence: 'Recibió derechos que debe confirmar por correo' },
	exportacion: { group: 'cambio', sentence: 'Exportó datos de la tienda' },
	datos_descargados: { group: 'cambio', sentence: 'Descargó sus propios datos' },
	cuenta_eliminada: { group: 'cambio', sentence: 'Eliminó su cuenta' },
	sesion_copiada: { group: 'cambio', sentence: 'Una sesión se usó desde dos lugares y se cerró' },
	inicio_fallido: { group: 'rechazo', sentence: 'Ingreso fallido' },
	identidad_fallida: { group: 'rechazo', sentence: 'No pudo confirmar su identidad' },
	segundo_factor_fallido: { group: 'rechazo', sentence: 'Segundo factor incorrecto' },
	acceso_rechazado: { group: 'rechazo', sentence: 'Acceso rechazado' },
	limite_alcanzado: { group: 'rechazo', sentence: 'Demasiados intentos' },
	firma_invalida: { group: 'rechazo', sentence: 'Aviso de una pasarela con firma inválida' },
}

export type SecurityGroup = 'ingreso' | 'cambio' | 'rechazo'

/**
 * The retention of each group: days, rows in all (oldest deleted first), new rows per process and minute of what
 * `isCountedTogether`. Further events are counted in one row per kind, which limits the disk use.
 */
export const securityRetention = {
	ingreso: { days: retentionDays.loginTrail, rows: 300_000, rowsPerMinute: 300 },
	cambio: { days: retentionDays.changeTrail, rows: 300_000, rowsPerMinute: 300 },
	rechazo: { days: retentionDays.refusalTrail, rows: 200_000, rowsPerMinute: 200 },
} as const satisfies Record<SecurityGroup, { days: number; rows: number; rowsPerMinute: number }>

/**
 * Events that anonymous users can cause: a flood of them is counted together. All others keep their account, so that no
 * flood hides an export, a change of rights or a login.
 */
export const isCountedTogether = (kind: SecurityEvent): boolean =>
	securityEvents[kind].group === 'rechazo' || kind === 'cuenta_creada' || kind === 'clave_pedida'

/** New rows of such events per network and minute; further ones are counted together under its name. */
export const securityRowsPerNetworkAndMinute = 20

export const kindsOf = (group: SecurityGroup): SecurityEvent[] =>
	securityEventKinds.filter((kind) => securityEvents[kind].group === group)
