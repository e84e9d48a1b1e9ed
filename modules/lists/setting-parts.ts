import { roundSettings } from '#modules/rounds/settings.ts'

/** The settings that modules add to the group of deliveries. */
export const deliverySettingParts = { ...roundSettings }
