import { startTransition, useEffect, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addressOf, colorOf } from '#modules/catalog/color-in-address.ts'
import { type Color, colorSlug } from '#modules/catalog/colors.ts'
import { useColors } from '#modules/catalog/web/page-data.tsx'

/**
 * Hook for the colour in the URL and its setter, which adds no history entry. The new colour renders immediately; the URL
 * follows.
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

/** Sets the page's colour theme, and removes it when Home is left. */
export function usePageColor(color: Color): void {
	useEffect(() => {
		document.documentElement.dataset.color = colorSlug(color)
		return () => {
			delete document.documentElement.dataset.color
		}
	}, [color])
}
