import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type Changes, usePanelAddress } from '#core/web/panel/panel-address.ts'

interface PanelLinkProps extends Omit<LinkProps, 'to'> {
	/** The parameters of the address that the link changes. */
	readonly to: Changes
	readonly children: ReactNode
}

/** A link to the same place of the panel with something opened or chosen. */
export function PanelLink({ to, ...link }: PanelLinkProps) {
	const { linkWith } = usePanelAddress()
	return <Link {...link} to={linkWith(to)} />
}
