import { useEffect, useState } from 'react'

/** Returns the value after `ms` milliseconds without a change. */
export function useDebounced(text: string, ms: number): string {
	const [settled, setSettled] = useState(text)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), ms)
		return () => clearTimeout(timer)
	}, [text, ms])
	return settled
}
