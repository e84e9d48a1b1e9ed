import type { SettingKey } from '#domain/settings/settings.ts'

interface SettingGroup {
	/** As the panel's address names it. */
	readonly name: string
	readonly title: string
	/** They make sense only together and are saved at once, such as an account's bank and its number. */
	readonly isOne?: true
	readonly keys: readonly SettingKey[]
}

/** The settings that belong together, as the panel shows them. */
export const settingGroups = [
	{
		name: 'cierre',
		title: 'Abierta o cerrada',
		isOne: true,
		keys: ['tienda_cerrada', 'cierre_vuelta', 'cierre_motivo'],
	},
	{
		name: 'vendedor',
		title: 'Quién vende',
		isOne: true,
		keys: [
			'vendedor_nombre',
			'vendedor_rut',
			'vendedor_direccion',
			'vendedor_correo',
			'vendedor_telefono',
			'vendedor_representante',
		],
	},
	{
		name: 'banco',
		title: 'Cuenta para transferencias',
		isOne: true,
		keys: ['banco_titular', 'banco_rut', 'banco_nombre', 'banco_tipo_cuenta', 'banco_numero_cuenta', 'banco_correo'],
	},
	{ name: 'pagos', title: 'Medios de pago', keys: ['pasarelas', 'pago_efectivo'] },
	{
		name: 'retiro',
		title: 'Retiro',
		isOne: true,
		keys: ['retiro_estacion', 'retiro_horario', 'retiro_aviso'],
	},
	{
		name: 'despacho',
		title: 'Despacho',
		keys: [
			...(['tienda_posicion', 'despacho_tramos', 'plazo_entrega', 'feriados', 'minutos_parada'] as const),
			...(['costo_km', 'costo_hora', 'foto_entrega'] as const),
		],
	},
	{
		name: 'anuncio',
		title: 'Anuncio en la portada',
		isOne: true,
		keys: ['anuncio_texto', 'anuncio_desde', 'anuncio_hasta'],
	},
	{
		name: 'textos',
		title: 'Textos de la portada',
		keys: ['carrusel_titulo_1', 'carrusel_texto_1', 'carrusel_titulo_2', 'carrusel_texto_2', 'preguntas'],
	},
	{
		name: 'limites',
		title: 'Límites de compra',
		keys: [
			...([
				'limite_unidades_linea',
				'limite_unidades_orden',
				'limite_ordenes_abiertas',
				'limite_unidades_abiertas',
			] as const),
			...(['limite_ordenes_hora', 'limite_ordenes_dia', 'limite_pagos_fallidos'] as const),
			...(['limite_ordenes_red', 'limite_unidades_red', 'limite_parte_sin_confirmar'] as const),
		],
	},
	{
		name: 'plazos',
		title: 'Plazos y avisos',
		keys: ['dias_efectivo', 'dias_revision', 'dias_reposicion', 'aviso_pedidos', 'aviso_stock_bajo', 'aviso_reserva'],
	},
	{ name: 'cupon', title: 'Cupón de siempre', keys: ['cupon_usos', 'cupon_usos_cliente', 'cupon_hasta'] },
	{
		name: 'abonos',
		title: 'Lo que cobra y cuándo abona cada pasarela',
		keys: [
			'comision_mercadopago',
			'abono_mercadopago',
			'comision_flow',
			'abono_flow',
			'comision_webpay',
			'abono_webpay',
		],
	},
] as const satisfies readonly SettingGroup[]

export type SettingGroupName = (typeof settingGroups)[number]['name']
