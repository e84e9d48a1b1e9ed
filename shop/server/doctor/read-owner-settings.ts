import type { Client } from 'pg'
import { missingToSell } from '#modules/settings/sale-state.ts'
import { demoSettings, isSettingKey, type Settings, settingLabel, settingsFrom } from '#modules/settings/settings.ts'

/** The owner's settings from a database that may have no tables yet; the environment takes precedence. */
export async function readOwnerSettings(
	client: Pick<Client, 'query'> | undefined,
	env: { readonly fixedSettings: Parameters<typeof settingsFrom>[0]; readonly isDemo: boolean },
): Promise<Settings> {
	const rows = client ? await readTexts(client) : []
	const saved = rows.flatMap(({ clave, valor }) => (isSettingKey(clave) ? [[clave, valor] as const] : []))
	return settingsFrom(new Map([...(env.isDemo ? demoSettings : []), ...saved, ...env.fixedSettings]))
}

async function readTexts(client: Pick<Client, 'query'>): Promise<{ clave: string; valor: string }[]> {
	const there = await client.query<{ there: boolean }>("select to_regclass('ajustes') is not null as there")
	if (!there.rows[0]?.there) return []
	return (await client.query<{ clave: string; valor: string }>('select clave, valor from ajustes')).rows
}

/** Throws a sentence with the missing settings that sales require. */
export function examineOwnerSettings(settings: Settings): string {
	const missing = missingToSell(settings).map((key) => settingLabel(key))
	if (missing.length === 0) return 'están los que hacen falta para vender'
	throw new Error(`${missing.join(', ')}. Nadie puede comprar hasta que estén: complétalos en el panel, en Ajustes`)
}

/** Settings that equal the demo's values only by mistake. */
const neverAsInDemo = ['banco_numero_cuenta', 'vendedor_telefono'] as const

/** Working but probably unintended settings of the owner. */
export function remarksOnSettings(settings: Settings): string[] {
	const copied = neverAsInDemo.filter((key) => settings[key] === demoSettings.get(key))
	const names = copied.map((key) => settingLabel(key)).join(' y ')
	return [
		...(copied.length > 0
			? [`${names}: es lo que dice la tienda de demostración, y los clientes lo verán como tuyo`]
			: []),
		...(settings.plazo_entrega === null
			? ['falta el plazo de entrega (Ajustes): la ley pide decir dentro de cuánto se entrega antes de pagar']
			: []),
	]
}
