import { noticesOfPage } from '#modules/back-in-stock/settings.ts'

/** What modules add to the data of every page, by the settings. */
export const pageParts = { ...noticesOfPage }
export type PageParts = { readonly [Name in keyof typeof pageParts]: ReturnType<(typeof pageParts)[Name]> }
