import { noticeScreens } from '#modules/back-in-stock/web/screens.ts'

interface ModuleScreen {
	readonly path: string
	/** Its source file. */
	readonly module: string
	readonly title: string
}

/** The screens that modules add to the site map. */
export const moduleScreens: readonly ModuleScreen[] = [...noticeScreens]
