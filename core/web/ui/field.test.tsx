import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field } from '#core/web/ui/field.tsx'

test('label, hint and error are linked to the input', () => {
	const html = renderToStaticMarkup(<Field id="fono" label="Teléfono" hint="9 dígitos" error="Faltan dígitos." />)
	expect(html).toContain('<label for="fono">Teléfono</label>')
	expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="fono-hint fono-error"/)
	expect(html).toMatch(/id="fono-error"[^>]*>Faltan dígitos\.</)
})

test('a valid field is not marked as invalid', () => {
	const html = renderToStaticMarkup(<Field id="fono" label="Teléfono" />)
	expect(html).not.toContain('aria-invalid')
	expect(html).not.toContain('aria-describedby')
})
