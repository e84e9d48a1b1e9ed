import { crawlerRules } from '#modules/found/crawlers.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** Groups of robots.txt that modules add after the shop's own, by the settings. */
export const robotsParts: readonly ((settings: Settings) => readonly string[])[] = [crawlerRules]
