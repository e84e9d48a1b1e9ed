import { z } from 'zod'
import { settingKeys } from '#domain/settings/settings.ts'

const value = z
	.union([z.int(), z.string().max(10), z.null()])
	.describe('a number, a day as YYYY-MM-DD, or null for no limit')

/** A setting as staff see it. `version` is 1 until somebody changes it. */
export const staffSetting = z.object({
	clave: z.enum(settingKeys),
	valor: value,
	inicial: value.describe('what it is until somebody changes it'),
	version: z.int(),
	updated_at: z.string().nullable(),
})
export type StaffSetting = z.infer<typeof staffSetting>

/** GET /api/admin_ajustes/: everything that staff may set, in the order in which the panel shows it. */
export const listSettingsAnswer = z.object({ results: z.array(staffSetting), count: z.int() })

/** PUT /api/admin_ajustes/{clave}/: the new value. The version that it was made on travels in `If-Match`, where it matters. */
export const changeSettingRequest = z.object({ valor: value })
