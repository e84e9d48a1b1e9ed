import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { ifMatchHeader } from '#core/contract/lists.ts'
import {
	changeSettingRequest,
	changeSettingsRequest,
	findPositionQuery,
	foundPosition,
	listSettingsAnswer,
	listSettingVersionsAnswer,
	listSettingVersionsQuery,
	previewSettingAnswer,
	staffSetting,
} from '#modules/settings/shapes.ts'

const about = { tag: 'panel: ajustes', caller: 'staff' } as const
const params = z.object({ clave: z.string().max(60) })
/** Some settings require more; their use cases check it. */
const permission = 'cambiar_ajustes'

/** All settings for staff, in the order of the panel. */
export const listSettings = endpoint({
	...about,
	method: 'GET',
	path: '/api/admin_ajustes/',
	permission: 'ver_panel',
	freshProof: false,
	answer: listSettingsAnswer,
})

/** The versions of a setting, newest first, by pages. */
export const listSettingVersions = endpoint({
	...about,
	method: 'GET',
	path: '/api/admin_ajustes/:clave/versiones/',
	permission: 'ver_panel',
	freshProof: false,
	params,
	query: listSettingVersionsQuery,
	answer: listSettingVersionsAnswer,
})

/** Sets several settings, e.g. a bank account: all of them, or none. */
export const changeSettings = endpoint({
	...about,
	method: 'PUT',
	path: '/api/admin_ajustes/',
	permission,
	freshProof: false,
	body: changeSettingsRequest,
	answer: listSettingsAnswer,
})

export const changeSetting = endpoint({
	...about,
	method: 'PUT',
	path: '/api/admin_ajustes/:clave/',
	permission,
	freshProof: false,
	params,
	headers: ifMatchHeader,
	body: changeSettingRequest,
	answer: staffSetting,
})

/** The page or checkout part of the first setting, rendered with the values. Changes nothing. */
export const previewSettings = endpoint({
	...about,
	method: 'POST',
	path: '/api/admin_ajustes/vista/',
	permission,
	freshProof: false,
	body: changeSettingsRequest,
	answer: previewSettingAnswer,
})

/** Coordinates of an address, in the format of `tienda_posicion`. */
export const findPosition = endpoint({
	...about,
	method: 'GET',
	path: '/api/admin_posicion/',
	permission: 'cambiar_tienda',
	freshProof: false,
	query: findPositionQuery,
	answer: foundPosition,
})
