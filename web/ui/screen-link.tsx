import { createContext, use } from 'react'
import { Link, type LinkProps } from 'react-router'

/** Loads the code of the screen at a path; app.tsx provides it. */
export const PreloadScreen = createContext<(path: string) => void>(() => {})

/** A link to a screen of the shop. Its code is fetched as soon as a finger, pointer or the focus rests on the link. */
export function ScreenLink({ to, ...rest }: LinkProps & { to: string }) {
	const preload = use(PreloadScreen)
	const onIntent = () => preload(to)
	return <Link to={to} {...rest} onPointerEnter={onIntent} onTouchStart={onIntent} onFocus={onIntent} />
}
