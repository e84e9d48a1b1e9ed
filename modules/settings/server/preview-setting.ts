import { type Failure, fail } from '#core/contract/failure.ts'
import { previewOf } from '#modules/settings/preview-settings.ts'
import { mayChange, type SettingChange, type SettingsActor } from '#modules/settings/server/change-setting.ts'
import type { SettingValue } from '#modules/settings/setting-kinds.ts'
import { type SettingKey, type Settings, settingProblem, shownOn, tidySetting } from '#modules/settings/settings.ts'
import type { PreviewSettingAnswer } from '#modules/settings/shapes/settings.ts'

export interface PreviewDeps {
	/** Renders a page with other settings. Absent when only the API runs. */
	readonly preview?: ((path: string, change: Partial<Settings>) => Promise<string>) | undefined
	/** The checkout's options with these settings. */
	readonly checkoutWith: (change: Partial<Settings>) => Promise<PreviewSettingAnswer['pago']>
}

/**
 * Renders the page that shows a setting with other values; changes nothing. The first setting selects the page. Fails
 * with `solo_superusuario`, with `valor_invalido`, and with `no_encontrado` for settings shown only in the panel.
 */
export async function previewSettings(
	{ preview, checkoutWith }: PreviewDeps,
	actor: SettingsActor,
	changes: readonly Omit<SettingChange, 'version'>[],
): Promise<PreviewSettingAnswer | Failure> {
	const values: Partial<Record<SettingKey, SettingValue>> = {}
	for (const { clave, valor: typed } of changes) {
		if (!mayChange(actor, clave)) return fail('solo_superusuario')
		const valor = tidySetting(clave, typed)
		const problem = settingProblem(clave, valor)
		if (problem !== undefined) return fail('valor_invalido', { text: problem, extra: { campo: clave } })
		values[clave] = valor
	}
	const change = values as Partial<Settings>
	const [first] = changes
	const place = first && shownOn(first.clave)
	if (!place) return fail('no_encontrado')
	if ('part' in place) return { html: null, ancla: null, pago: await checkoutWith(change) }
	if (!preview) return fail('no_encontrado')
	return { html: await preview(place.path, previewOf(change)), ancla: place.ancla ?? null, pago: null }
}
