import type { ComponentType, ReactNode } from 'react'
import { HeldCopyStrip } from '#modules/backup/web/held-copy-strip.tsx'
import { FirstDayLine } from '#modules/first-day/web/panel-line.tsx'
import { PanelDevice } from '#modules/push/web/push-devices.ts'
import { HeadSearch } from '#modules/search/web/order-search.tsx'

/** Parts of the panel's head. They may show nothing; `isList` where the list of orders has their search. */
export const panelHead: readonly ComponentType<{ readonly isList: boolean }>[] = [HeadSearch, PanelDevice]

/** The line under the panel's heading: each may show another in place of the usual one. */
export const panelLines: readonly ComponentType<{ readonly section: string; readonly usual: ReactNode }>[] = [
	FirstDayLine,
]

/** Warnings above every section. They show nothing most of the time. */
export const panelWarnings: readonly ComponentType[] = [HeldCopyStrip]
