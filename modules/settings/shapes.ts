import { z } from 'zod'
import { integer, limitedInteger, maxInteger, plainText, rowNumber } from '#core/contract/fields.ts'
import { settingPreviewParts } from '#modules/lists/setting-preview.ts'
import { settingKeys } from '#modules/settings/settings.ts'

/** Each setting's own rule validates its length. */
const longestText = 5_000

const settingValue = <Whole extends z.ZodType<number>>(whole: Whole) =>
	z
		.union([whole, z.string().max(longestText), z.boolean(), z.null()])
		.describe('a number, a text, a day as YYYY-MM-DD, yes or no, or null where nothing is set')
const value = settingValue(integer)
const sentValue = settingValue(limitedInteger)

/** A setting for staff. `version` is 1 until its first change. */
export const staffSetting = z.object({
	clave: z.enum(settingKeys),
	valor: value,
	inicial: value.describe('its default'),
	fijo: z.boolean().describe('the environment says it: the panel shows it and cannot change it'),
	editable: z.boolean().describe('whether the caller may change it'),
	version: z.int(),
	updated_at: z.string().nullable(),
})
export type StaffSetting = z.infer<typeof staffSetting>

export const listSettingsAnswer = z.object({ results: z.array(staffSetting), count: z.int() })

export const changeSettingRequest = z.object({ valor: sentValue })

/** One of several settings that are set together. `version`: the one on which the change is based, if it matters. */
const settingChange = z.object({ clave: z.enum(settingKeys), valor: sentValue, version: rowNumber.optional() })

export const changeSettingsRequest = z.object({
	cambios: z
		.array(settingChange)
		.min(1)
		.max(settingKeys.length)
		.refine((changes) => new Set(changes.map(({ clave }) => clave)).size === changes.length, 'each setting once'),
})

export const previewSettingAnswer = z.object({
	html: z.string().nullable().describe('a whole document without scripts; null where no page shows it'),
	ancla: z.string().nullable().describe('the id of the element that shows it; null where that is the top'),
	...settingPreviewParts,
})
export type PreviewSettingAnswer = z.infer<typeof previewSettingAnswer>

export const settingVersion = z.object({
	version: z.int(),
	valor: value,
	usuario: z.string().nullable().describe('who set it; null: the shop itself, or an account that is gone'),
	created_at: z.string(),
})

export const listSettingVersionsQuery = z.object({
	antes: z.coerce.number().int().min(1).max(maxInteger).optional().describe('only versions before this one'),
})
export const listSettingVersionsAnswer = z.object({
	results: z.array(settingVersion),
	count: z.int().describe('how many are on this page'),
	hay_mas: z.boolean().describe('whether there are earlier ones'),
})
export type ListSettingVersionsAnswer = z.infer<typeof listSettingVersionsAnswer>

export const findPositionQuery = z.object({ direccion: plainText(160).min(3) })
export const foundPosition = z.object({ posicion: z.string(), direccion: z.string().describe('as the map writes it') })
export type FoundPosition = z.infer<typeof foundPosition>
