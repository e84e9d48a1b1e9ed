import { expect, test } from 'vitest'
import { html } from '#core/server/platform/html.ts'

test('escapes inserted text, so that a name can neither add markup nor leave its attribute', () => {
	const name = `<script>alert("1")</script>' & co`
	expect(String(html`<p title="${name}">${name}</p>`)).toBe(
		'<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; &amp; co">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; &amp; co</p>',
	)
})

test('inserts its own markup unescaped, and omits undefined parts', () => {
	const rows = ['a', '<'].map((text) => html`<li>${text}</li>`)
	expect(String(html`<ul>${rows}</ul>${undefined}${3}`)).toBe('<ul><li>a</li><li>&lt;</li></ul>3')
})
