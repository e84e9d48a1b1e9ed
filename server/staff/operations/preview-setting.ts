import { type Failure, fail } from '#contract/failure.ts'
import type { CheckoutOptions } from '#contract/orders/checkout-options.ts'
import type { PreviewSettingAnswer } from '#contract/staff/settings.ts'
import { type Settings, settingProblem, tidySetting } from '#domain/settings/settings.ts'
import { previewOf, shownOn } from '#domain/settings/shown-on.ts'
import type { Pages } from '#server/http/pages.ts'
import { mayChange, type SettingChange, type SettingsActor } from '#server/settings/change-setting.ts'

interface PreviewDeps {
	/** Left out where only the API is wanted. */
	readonly preview?: Pages['preview'] | undefined
	/** What the checkout would be told with these settings instead of those that hold. */
	readonly checkoutWith: (change: Partial<Settings>) => Promise<CheckoutOptions>
}

/**
 * What a setting would look like; changes nothing. Refuses with `solo_superusuario`, `valor_invalido`, and `no_encontrado`
 * for what only staff see.
 */
export async function previewSetting(
	{ preview, checkoutWith }: PreviewDeps,
	actor: SettingsActor,
	change: Omit<SettingChange, 'version'>,
): Promise<PreviewSettingAnswer | Failure> {
	const { clave } = change
	if (!mayChange(actor, clave)) return fail('solo_superusuario')
	const valor = tidySetting(clave, change.valor)
	const problem = settingProblem(clave, valor)
	if (problem !== undefined) return fail('valor_invalido', { text: problem, extra: { campo: clave } })
	const place = shownOn(clave)
	if (!place) return fail('no_encontrado')
	if ('part' in place) return { html: null, ancla: null, pago: await checkoutWith({ [clave]: valor }) }
	if (!preview) return fail('no_encontrado')
	return { html: await preview(place.path, previewOf({ [clave]: valor })), ancla: place.ancla ?? null, pago: null }
}
