import { expect, it } from 'vitest'
import { openTestShop } from '#tests/open-shop.ts'
import { documentLines, type OpenApiDocument } from '#tests/pinned/document-lines.ts'

it('describes every call in the OpenAPI document as recorded', async () => {
	const shop = await openTestShop()
	const document = (await shop.app.inject('/api/openapi.json')).json<OpenApiDocument>()
	await shop.stop()
	await expect(documentLines(document)).toMatchFileSnapshot('recorded/openapi.txt')
})
