import type { ComponentType } from 'react'
import { AskNotice } from '#modules/back-in-stock/web/ask-notice.tsx'
import type { Color } from '#modules/catalog/colors.ts'

/** What modules offer for a colour without stock. */
export const soldOutParts: readonly ComponentType<{ readonly color: Color }>[] = [AskNotice]
