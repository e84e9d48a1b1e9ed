import type { ComponentType } from 'react'
import { DisputeRows } from '#modules/disputes/web/dispute-rows.tsx'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'

/** Rows that modules add under the payments of an order in the panel. */
export const paymentRows: readonly ComponentType<{ detail: OrderDetail }>[] = [DisputeRows]
