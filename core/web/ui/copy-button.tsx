import { useEffect, useState } from 'react'
import { clearNotices, notify } from '#core/web/ui/notices.tsx'
import { Icon } from '#core/web/ui/parts.tsx'

/** The `NoticePlace` of a text that could not be copied. */
export const copyNotice = 'copiar'

const doneMs = 2_000

interface CopyButtonProps {
	readonly text: string
	readonly label: string
	/** What is copied, for screen readers, with a space before it. */
	readonly what?: string
	readonly className?: string
}

/** Copies a text, and shows a confirmation for a moment. A failure is shown at the `NoticePlace` of `copyNotice`. */
export function CopyButton({ text, label, what, className = 'copy' }: CopyButtonProps) {
	const [isDone, setDone] = useState(false)
	useEffect(() => {
		if (!isDone) return
		const timer = setTimeout(() => setDone(false), doneMs)
		return () => clearTimeout(timer)
	}, [isDone])

	async function copy(): Promise<void> {
		try {
			await navigator.clipboard.writeText(text)
			setDone(true)
			clearNotices()
		} catch {
			notify('No se pudo copiar. Selecciona el texto y cópialo a mano.', 'problem', { at: copyNotice })
		}
	}
	return (
		<>
			<button type="button" className={className} onClick={() => void copy()}>
				<Icon name={isDone ? 'check' : 'copy'} />
				<span>{isDone ? 'Copiado' : label}</span>
				{what && <span className="visually-hidden">{what}</span>}
			</button>
			<span className="visually-hidden" role="status">
				{isDone && `Copiado${what ?? ''}`}
			</span>
		</>
	)
}
