import type { ComponentType } from 'react'
import { AskNotice } from '#modules/back-in-stock/web/ask-notice.tsx'
import type { Color } from '#modules/catalog/colors.ts'

interface SoldOutProps {
	readonly color: Color
	/** Beside another colour that is chosen: the part names its own. */
	readonly isNamed?: boolean
}

/** What modules offer for a colour without stock. */
export const soldOutParts: readonly ComponentType<SoldOutProps>[] = [AskNotice]
