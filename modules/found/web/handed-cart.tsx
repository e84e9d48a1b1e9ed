import { useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { accessToken } from '#core/web/session/api.ts'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { notify } from '#core/web/ui/notices.tsx'
import { usePutIntoCart } from '#modules/cart/web/add-to-cart.ts'
import { currentCart } from '#modules/cart/web/cart-store.ts'
import type { Color } from '#modules/catalog/colors.ts'
import { useColors, usePageData } from '#modules/catalog/web/catalog.tsx'
import { variantId } from '#modules/found/variants.ts'

interface Handed {
	readonly lines: readonly { readonly color: Color; readonly units: number }[]
	/** Whether the link names something that the shop does not sell. */
	readonly hasOthers: boolean
	/** The page that the link wants to be opened afterwards. */
	readonly next: string | null
}

/** Takes out of the page's address what a link of `/comprar` put there, so that a reload adds nothing. */
function takeHanded(colors: readonly Color[]): Handed | undefined {
	const address = new URL(window.location.href)
	const items = address.searchParams.get('agregar')
	if (items === null) return undefined
	const next = address.searchParams.get('seguir')
	for (const name of ['agregar', 'seguir']) address.searchParams.delete(name)
	window.history.replaceState(window.history.state, '', address)
	const named = items.split(',').map((item) => {
		const [, id, units] = /^([\w-]+):([1-9]\d{0,2})$/.exec(item) ?? []
		return { color: colors.find((color) => variantId(color) === id), units: Number(units) }
	})
	const lines = named.flatMap(({ color, units }) => (color === undefined ? [] : [{ color, units }]))
	const isPath = next !== null && /^\/(?!\/)[\w./-]*$/.test(next)
	return { lines, hasOthers: lines.length < named.length, next: isPath ? next : null }
}

/** `2 Negro y 1 Celeste` */
const linesText = (lines: Handed['lines']) =>
	new Intl.ListFormat('es').format(lines.map(({ color, units }) => `${units} ${color}`))

/**
 * Puts the units of a link into the cart, once. Anyone can send a link, so a filled cart or that of an account changes
 * only after a question, as UCP demands. What cannot be put in is explained, and then the page stays.
 */
export function HandedCart() {
	const colors = useColors()
	const { cierre } = usePageData()
	const putIntoCart = usePutIntoCart()
	const navigate = useNavigate()
	const [asked, ask] = useState<Handed>()
	async function put({ lines, hasOthers, next }: Handed) {
		const problems: string[] = []
		for (const { color, units } of lines) {
			const refused = cierre ?? (await putIntoCart(color, units))
			if (refused) problems.push(`No agregamos ${units} ${color}. ${refused}`)
		}
		if (hasOthers) problems.push('El enlace pide algo que no vendemos. Elige tu color en la tienda.')
		if (problems.length > 0) notify(problems.join(' '))
		else if (next !== null) void navigate(next)
	}
	// Before the first frame: a cart that fills later would move the page.
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
	useLayoutEffect(() => {
		const handed = takeHanded(colors)
		if (!handed) return
		if (handed.lines.length > 0 && (currentCart().length > 0 || accessToken())) ask(handed)
		else void put(handed)
	}, [])
	return (
		<ConfirmDialog
			isOpen={asked !== undefined}
			title="¿Agregar lo que trae el enlace?"
			confirmText="Agregar"
			confirmLook="solid"
			cancelText="No agregar"
			onConfirm={() => {
				if (asked) void put(asked)
				ask(undefined)
			}}
			onCancel={() => ask(undefined)}
		>
			{asked && <p>{`${linesText(asked.lines)}. Se suma a lo que tengas en tu carrito.`}</p>}
		</ConfirmDialog>
	)
}
