import { renderToStaticMarkup } from 'react-dom/server'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { QrCode } from '#modules/rounds/web/delivery-sheets.tsx'

/** Returns the squares that an SVG path of strokes (`M3 0h4v1H3z`) covers. */
function drawn(path: string, size: number): boolean[][] {
	const squares = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
	for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g))
		squares[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
	return squares
}

test('QrCode draws exactly the dark squares, on white, with a margin of four', () => {
	const text = 'https://tienda.cl/perfil?tab=admin&orden=0b8f7f3c-9df7-4b0e-8d0b-7f8f1f0f1f0f'
	const markup = renderToStaticMarkup(<QrCode text={text} label="Código" />)
	const { data, size } = encode(text, { ecc: 'M', border: 4 })
	const path = /fill="black" d="([^"]*)"/.exec(markup)?.[1] ?? ''
	expect(markup).toContain(`viewBox="0 0 ${size} ${size}"`)
	expect(drawn(path, size)).toEqual(data)
	expect(data[3]?.includes(true)).toBe(false)
	expect(data[4]?.includes(true)).toBe(true)
})
