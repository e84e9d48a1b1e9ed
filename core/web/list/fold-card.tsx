import { type ReactNode, useId, useState } from 'react'
import { Icon } from '#core/web/ui/icon.tsx'

/** One row of a list on a phone: what matters first, and under it, when opened, the rest. */
export function FoldCard({
	head,
	className = '',
	children,
}: {
	head: ReactNode
	className?: string
	children: ReactNode
}) {
	const id = useId()
	const [isOpen, setOpen] = useState(false)
	return (
		<li className={`fold ${className}`}>
			<h4>
				<button
					type="button"
					className="fold-head"
					aria-expanded={isOpen}
					aria-controls={id}
					onClick={() => setOpen(!isOpen)}
				>
					<span className="fold-facts">{head}</span>
					<Icon name="down" className="turn" />
				</button>
			</h4>
			<div id={id} hidden={!isOpen} className="fold-body">
				{isOpen && children}
			</div>
		</li>
	)
}
