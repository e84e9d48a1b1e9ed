import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { fail } from '#contract/failure.ts'
import { ifMatchHeader } from '#contract/staff/lists.ts'
import { changeSettingRequest, listSettingsAnswer, staffSetting } from '#contract/staff/settings.ts'
import { isSettingKey } from '#domain/settings/settings.ts'
import { FailureAnswer, unwrap } from '#server/http/unwrap.ts'
import { changeSetting, listSettings } from '#server/settings/change-setting.ts'
import { versionIn } from '#server/staff/products/edited-field.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** What staff may set: limits, terms, the discount code. */
export function staffSettingRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	const tags = ['panel: ajustes']
	const security = [{ bearer: [] }]
	return async (app) => {
		app.get(
			'/api/admin_ajustes',
			{
				config: { permission: 'ver_panel' },
				schema: { tags, security, response: { 200: listSettingsAnswer, ...errorAnswers } },
			},
			async () => await listSettings(deps.db),
		)
		app.put(
			'/api/admin_ajustes/:clave',
			{
				config: { permission: 'cambiar_ajustes' },
				schema: {
					tags,
					security,
					params: z.object({ clave: z.string().max(60) }),
					headers: ifMatchHeader,
					body: changeSettingRequest,
					response: { 200: staffSetting, ...errorAnswers },
				},
			},
			async ({ usuario, params: { clave }, headers, body }) => {
				if (!isSettingKey(clave)) throw new FailureAnswer(fail('no_encontrado'))
				const version = versionIn(headers['if-match'])
				return unwrap(await changeSetting(deps, usuario.id, { clave, valor: body.valor, version }))
			},
		)
	}
}
