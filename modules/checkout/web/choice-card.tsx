import type { ReactNode } from 'react'

interface ChoiceCardProps {
	readonly name: string
	readonly value: string
	readonly isChosen: boolean
	readonly onChoose: () => void
	readonly title: ReactNode
	/** A short remark at the card's edge. */
	readonly mark?: ReactNode
	readonly children?: ReactNode
}

/** A radio button as a card. `children` are the fields of the selected choice. */
export function ChoiceCard({ name, value, isChosen, onChoose, title, mark, children }: ChoiceCardProps) {
	return (
		<label className="choice">
			<input type="radio" name={name} value={value} checked={isChosen} onChange={onChoose} />
			<span className="choice-title">{title}</span>
			{mark && <span className="choice-mark">{mark}</span>}
			{children && <span className="choice-more">{children}</span>}
		</label>
	)
}
