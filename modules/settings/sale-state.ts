import { notYetOpenText } from '#core/rules/failure-texts.ts'
import { closureOf, closureText } from '#modules/settings/closure.ts'
import { neededToSell, type SettingKey, type Settings } from '#modules/settings/settings.ts'

/** The unset settings without which the shop does not sell, in the panel's order. */
export function missingToSell(settings: Settings): SettingKey[] {
	return neededToSell.filter((key) => settings[key] === null)
}

/** The customers' notice while orders are not accepted; undefined when they are. */
export function saleNotice(settings: Settings, now: Date): string | undefined {
	if (missingToSell(settings).length > 0) return notYetOpenText
	const closure = closureOf(settings, now)
	return closure && closureText(closure)
}
