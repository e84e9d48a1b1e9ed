import { noticeSettings } from '#modules/back-in-stock/settings.ts'
import { foundSettings } from '#modules/found/settings.ts'
import { visitSettings } from '#modules/found/visit-settings.ts'
import { payoutsSettings } from '#modules/numbers/settings.ts'
import { messageSettings } from '#modules/ready-messages/settings.ts'
import { returnSettings } from '#modules/returns/settings.ts'
import { roundSettings } from '#modules/rounds/settings.ts'

/** The settings that modules add, after the specification's. */
export const moduleSettingGroups = [
	payoutsSettings,
	messageSettings,
	returnSettings,
	foundSettings,
	visitSettings,
	noticeSettings,
] as const

/** The settings that modules add to the group of deliveries. */
export const deliverySettingParts = { ...roundSettings }
