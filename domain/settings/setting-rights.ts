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
	'aviso_pedidos',
	'aviso_stock_bajo',
	'aviso_reserva',
	'dias_reposicion',
	'cupon_usos',
	'cupon_usos_cliente',
	'cupon_hasta',
])

export const permissionOfSetting = (key: SettingKey): Permission =>
	dailyWork.has(key) ? 'cambiar_ajustes' : 'cambiar_tienda'

/** Settings of the owner that customers do not read and that move no money: they need no fresh proof. */
const unguarded: ReadonlySet<SettingKey> = new Set<SettingKey>([
	'comision_mercadopago',
	'comision_flow',
	'comision_webpay',
	'abono_mercadopago',
	'abono_flow',
	'abono_webpay',
	'feriados',
	'minutos_parada',
	'costo_km',
	'costo_hora',
	'foto_entrega',
	'tienda_cerrada',
	'cierre_vuelta',
	...dailyWork,
])

/** Whether changing `key` needs a fresh proof: customers read it, or it decides what and where they pay. A new setting does. */
export const needsFreshProof = (key: SettingKey): boolean => !unguarded.has(key)

/** Whether who controls `key` controls where customers' money goes: all staff get a mail. */
export const steersMoney = (key: SettingKey): boolean => key.startsWith('banco_')
