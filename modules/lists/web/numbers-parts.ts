import type { ComponentType } from 'react'
import type { Column } from '#core/web/list/figures.tsx'
import { waitingColumn } from '#modules/back-in-stock/web/waiting-column.ts'
import type { StockOutlook } from '#modules/catalog/staff/shapes.ts'
import { VisitNumbers } from '#modules/found/web/visit-numbers.tsx'
import type { OwnSummaryParts } from '#modules/lists/shapes.ts'
import { returnsTile } from '#modules/returns/web/return-numbers.ts'
import { DeliveryNumbers } from '#modules/rounds/web/delivery-numbers.tsx'
import { staffSalesTile } from '#modules/staff-sales/web/sales-tile.ts'
import { DocumentsExport, documentsNote, documentsTile } from '#modules/tax-documents/web/staff/documents-export.tsx'

/** Label, value and note of a figure. */
export type Tile = readonly [label: string, value: string, note: string]

/** Figures after the net sales; undefined: nothing to show. */
export const ownTiles: readonly ((numbers: OwnSummaryParts) => Tile | undefined)[] = [
	documentsTile,
	staffSalesTile,
	returnsTile,
]

/** Sentences about the figures, beside that of their days; `neta`: net sales in CLP. */
export const ownNotes: readonly ((numbers: OwnSummaryParts & { readonly neta: number }) => string | undefined)[] = [
	documentsNote,
]

/** Files below those of the orders. */
export const ownExports: readonly ComponentType[] = [DocumentsExport]

/** Blocks about the period, before the funnel. */
export const ownBlocks: readonly ComponentType<{ readonly desde: string; readonly hasta: string }>[] = [
	DeliveryNumbers,
	VisitNumbers,
]

/** Columns of the colours, beside the day to order more. */
export const reorderColumns: readonly Column<StockOutlook>[] = [waitingColumn]
