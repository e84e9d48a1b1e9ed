import { roundPage } from '#modules/rounds/offline-page.ts'

/** The source files of the panel's page that works offline; without any, none does. */
export const offlinePage: readonly string[] = [...roundPage]
