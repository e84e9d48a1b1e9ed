import { useEffect, useState } from 'react'

/** What is typed, once nothing more has come for `ms` milliseconds. */
export function useDebounced(text: string, ms: number): string {
	const [settled, setSettled] = useState(text)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), ms)
		return () => clearTimeout(timer)
	}, [text, ms])
	return settled
}
