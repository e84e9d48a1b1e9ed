import { startTransition, useEffect, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addressOf, colorOf } from '#domain/catalog/color-in-address.ts'
import { type Color, colorSlug } from '#domain/catalog/colors.ts'
import { useColors } from '#web/catalog/page-data.tsx'

/**
 * The colour in the address and the way to choose another: no reload, and no step more to go back. What was chosen shows at
 * once; the address follows.
 */
export function useSelectedColor(): readonly [Color, (color: Color) => void] {
	const colors = useColors()
	const [search] = useSearchParams()
	const navigate = useNavigate()
	const [shown, show] = useOptimistic(colorOf(search, colors))
	const select = (color: Color) =>
		startTransition(() => {
			show(color)
			void navigate(addressOf(color), { replace: true, preventScrollReset: true })
		})
	return [shown, select]
}

/** Gives the whole page the mood of the colour, and takes it away when Home is left. */
export function usePageColor(color: Color): void {
	useEffect(() => {
		document.documentElement.dataset.color = colorSlug(color)
		return () => {
			delete document.documentElement.dataset.color
		}
	}, [color])
}
