import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { BrokenScreen } from '#core/web/errors/broken.tsx'

interface Props {
	readonly children: ReactNode
	/** Current location; a change resets the error. */
	readonly place: string
}

class Boundary extends Component<Props, { broken: boolean }> {
	override state = { broken: false }

	static getDerivedStateFromError() {
		return { broken: true }
	}

	override componentDidCatch(error: Error, info: ErrorInfo) {
		console.error('a screen failed', error, info.componentStack)
	}

	override componentDidUpdate(before: Props, { broken }: { broken: boolean }) {
		if (broken && before.place !== this.props.place) this.setState({ broken: false })
	}

	override render() {
		return this.state.broken ? <BrokenScreen /> : this.props.children
	}
}

/** Limits the failure of a screen to its content, so header, footer and cart work. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
	const { pathname } = useLocation()
	return <Boundary place={pathname}>{children}</Boundary>
}
