import { z } from 'zod'
import { positionText } from '#domain/delivery/shop-position.ts'
import { type SettingKey, settingProblem, tidySetting } from '#domain/settings/settings.ts'
import { defaultShop } from '#server/delivery/maps/maps.ts'

/** Which variable fixes which of the owner's settings; without it the owner sets it in the panel. */
export const settingOfVariable = {
	SELLER_NAME: 'vendedor_nombre',
	SELLER_RUT: 'vendedor_rut',
	SELLER_ADDRESS: 'vendedor_direccion',
	SELLER_EMAIL: 'vendedor_correo',
	SELLER_PHONE: 'vendedor_telefono',
	SELLER_REPRESENTATIVE: 'vendedor_representante',
	BANK_HOLDER: 'banco_titular',
	BANK_RUT: 'banco_rut',
	BANK_NAME: 'banco_nombre',
	BANK_ACCOUNT_TYPE: 'banco_tipo_cuenta',
	BANK_ACCOUNT_NUMBER: 'banco_numero_cuenta',
	BANK_EMAIL: 'banco_correo',
	GATEWAYS: 'pasarelas',
	PICKUP_STATION: 'retiro_estacion',
	DELIVERY_TERM: 'plazo_entrega',
} as const satisfies Record<string, SettingKey>

type OwnerVariable = keyof typeof settingOfVariable

const names = Object.keys(settingOfVariable) as OwnerVariable[]

const textOf = (key: SettingKey) =>
	z
		.string()
		.transform((text) => String(tidySetting(key, text) ?? ''))
		.superRefine((text, context) => {
			const problem = settingProblem(key, text)
			if (problem !== undefined) context.addIssue({ code: 'custom', message: `no vale: ${problem}` })
		})
		.optional()

/** What the environment may say of the owner's settings. */
export const ownerVariables = Object.fromEntries(
	names.map((name) => [name, textOf(settingOfVariable[name])]),
) as Record<OwnerVariable, ReturnType<typeof textOf>>

interface FixingVariables extends Partial<Record<OwnerVariable, string | undefined>> {
	/** Two variables that fix one setting. */
	readonly SHOP_LAT?: number | undefined
	readonly SHOP_LON?: number | undefined
}

/** The settings that the environment fixes, as texts. */
export function fixedSettings(variables: FixingVariables): Map<SettingKey, string> {
	const { SHOP_LAT: lat, SHOP_LON: lng } = variables
	const given = names.flatMap((name) => {
		const text = variables[name]
		return text === undefined ? [] : [[settingOfVariable[name], text] as const]
	})
	const position: (readonly [SettingKey, string])[] =
		lat === undefined || lng === undefined ? [] : [['tienda_posicion', positionText({ lat, lng })]]
	return new Map([...given, ...position])
}

/** What a demonstration begins with; its owner may change all of it. */
export const demoSettings: ReadonlyMap<SettingKey, string> = new Map<SettingKey, string>([
	['vendedor_nombre', 'Premium Shaker SpA'],
	['vendedor_rut', '76.192.083-9'],
	['vendedor_direccion', 'Av. Libertador Bernardo O’Higgins 100, Santiago'],
	['vendedor_correo', 'hola@premiumshaker.cl'],
	['vendedor_telefono', '+56 9 8765 4321'],
	['banco_titular', 'Premium Shaker SpA'],
	['banco_rut', '76.192.083-9'],
	['banco_nombre', 'Banco de Chile'],
	['banco_tipo_cuenta', 'Cuenta corriente'],
	['banco_numero_cuenta', '00123456789'],
	['banco_correo', 'pagos@premiumshaker.cl'],
	['retiro_estacion', 'Metro Baquedano'],
	['tienda_posicion', positionText(defaultShop)],
	['plazo_entrega', '3 días hábiles'],
])
