import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field } from '#web/ui/field.tsx'

test('label, hint and error belong to the input', () => {
	const html = renderToStaticMarkup(<Field id="fono" label="Teléfono" hint="9 dígitos" error="Faltan dígitos." />)
	expect(html).toContain('<label for="fono">Teléfono</label>')
	expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="fono-hint fono-error"/)
	expect(html).toMatch(/id="fono-error"[^>]*>Faltan dígitos\.</)
})

test('a right value is not called wrong', () => {
	const html = renderToStaticMarkup(<Field id="fono" label="Teléfono" />)
	expect(html).not.toContain('aria-invalid')
	expect(html).not.toContain('aria-describedby')
})
