import { type Failure, fail } from '#contract/failure.ts'
import type { PreviewSettingAnswer } from '#contract/staff/settings.ts'
import { settingProblem, tidySetting } from '#domain/settings/settings.ts'
import { previewOf, shownOn } from '#domain/settings/shown-on.ts'
import type { Pages } from '#server/http/pages.ts'
import { mayChange, type SettingChange, type SettingsActor } from '#server/settings/change-setting.ts'

/**
 * The page that shows a setting, as it would be with the value; nothing is changed. Refuses with `solo_superusuario`, with
 * `valor_invalido`, and with `no_encontrado` what no page shows.
 */
export async function previewSetting(
	{ preview }: { readonly preview?: Pages['preview'] | undefined },
	actor: SettingsActor,
	change: Omit<SettingChange, 'version'>,
): Promise<PreviewSettingAnswer | Failure> {
	const { clave } = change
	if (!mayChange(actor, clave)) return fail('solo_superusuario')
	const valor = tidySetting(clave, change.valor)
	const problem = settingProblem(clave, valor)
	if (problem !== undefined) return fail('valor_invalido', { text: problem, extra: { campo: clave } })
	const place = shownOn(clave)
	if (!place || !preview) return fail('no_encontrado')
	return { html: await preview(place.path, previewOf({ [clave]: valor })), ancla: place.ancla ?? null }
}
