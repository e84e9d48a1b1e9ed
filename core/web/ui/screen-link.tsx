import { createContext, use } from 'react'
import { Link, type LinkProps } from 'react-router'

/** Preloads the code of the screen at a path; provided by app.tsx. */
export const PreloadScreen = createContext<(path: string) => void>(() => {})

/** A link to a screen. Its code is preloaded on hover, touch or focus. */
export function ScreenLink({ to, ...rest }: LinkProps & { to: string }) {
	const preload = use(PreloadScreen)
	const onIntent = () => preload(to)
	return <Link to={to} {...rest} onPointerEnter={onIntent} onTouchStart={onIntent} onFocus={onIntent} />
}
