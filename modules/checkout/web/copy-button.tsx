import { useEffect, useState } from 'react'
import { Icon } from '#core/web/ui/icon.tsx'
import { clearNotices, notify } from '#core/web/ui/notices-store.ts'

const doneMs = 2_000

/** Copies a text, and shows a confirmation for a moment. */
export function CopyButton({ text, label, what }: { text: string; label: string; what?: string }) {
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
			notify('No se pudo copiar. Selecciona el texto y cópialo a mano.')
		}
	}
	return (
		<>
			<button type="button" className="copy" onClick={() => void copy()}>
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
