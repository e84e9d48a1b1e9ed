import type { SettingKey } from '#domain/settings/settings.ts'
import type { Permission } from '#domain/staff/permissions.ts'

/** Limits and terms of the day's work, which all staff set as they set prices. All others are the owner's. */
const dailyWork: ReadonlySet<SettingKey> = new Set<SettingKey>([
	'limite_unidades_linea',
	'limite_unidades_orden',
	'limite_ordenes_abiertas',
	'limite_unidades_abiertas',
	'limite_ordenes_hora',
	'limite_ordenes_dia',
	'limite_pagos_fallidos',
	'limite_ordenes_red',
	'limite_unidades_red',
	'limite_parte_sin_confirmar',
	'dias_efectivo',
	'dias_revision',
	'aviso_stock_bajo',
	'aviso_reserva',
	'dias_reposicion',
	'cupon_usos',
	'cupon_usos_cliente',
	'cupon_hasta',
])

export const permissionOfSetting = (key: SettingKey): Permission =>
	dailyWork.has(key) ? 'cambiar_ajustes' : 'cambiar_tienda'

/** Whether who controls `key` controls where customers' money goes: it asks for a fresh proof of identity, and staff are told. */
export const steersMoney = (key: SettingKey): boolean => key.startsWith('banco_')
