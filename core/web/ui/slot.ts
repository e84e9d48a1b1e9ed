import { type ComponentType, createElement, Fragment } from 'react'

interface SlotProps<Props> {
	readonly parts: readonly ComponentType<Props>[]
	readonly props: Props
}

/** Renders the components that modules add to a screen, in their order, with the props that the screen has for them. */
export const Slot = <Props extends object>({ parts, props }: SlotProps<Props>) =>
	createElement(Fragment, null, ...parts.map((Part) => createElement(Part, props)))
