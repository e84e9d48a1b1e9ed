import type { ComponentType } from 'react'
import { PanelDevice } from '#modules/push/web/panel-device.ts'
import { OrderSearchBox } from '#modules/search/web/order-search.tsx'

/** Parts of the panel's head, in every section. They may show nothing. */
export const panelHead: readonly ComponentType[] = [OrderSearchBox, PanelDevice]
