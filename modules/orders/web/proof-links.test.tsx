import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { deletedProofText, ProofLinks } from '#modules/orders/web/proof-links.tsx'

it('links the stored pictures of an order, and says of a deleted one that it was deleted', () => {
	const order = {
		nro_orden: 1001,
		comprobantes: ['orden-1001-comprobante-1.webp', 'orden-1001-comprobante-2.webp'],
		comprobantes_descarga: ['', '/api/comprobantes/enlace'],
	}
	const markup = renderToStaticMarkup(<ProofLinks order={order} />)
	expect(markup.match(/<li>.*?<\/li>/g)?.[0]).toBe(`<li><span class="muted">${deletedProofText}</span></li>`)
	expect(markup.match(/href="[^"]*"/g)).toEqual(['href="/api/comprobantes/enlace"'])
})
