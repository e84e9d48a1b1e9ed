import type { ComponentType } from 'react'
import { DeliveryNumbers } from '#modules/rounds/web/delivery-numbers.tsx'
import type { OwnSummaryParts } from '#modules/summary-shapes.ts'
import { DocumentsExport, documentsTile } from '#modules/tax-documents/web/staff/documents-export.tsx'

/** Label, value and note of a figure. */
export type Tile = readonly [label: string, value: string, note: string]

/** Figures after the shop's own; undefined: nothing to show. */
export const ownTiles: readonly ((numbers: OwnSummaryParts) => Tile | undefined)[] = [documentsTile]

/** Files below those of the orders. */
export const ownExports: readonly ComponentType[] = [DocumentsExport]

/** Blocks about the period, before the funnel. */
export const ownBlocks: readonly ComponentType<{ readonly desde: string; readonly hasta: string }>[] = [DeliveryNumbers]
