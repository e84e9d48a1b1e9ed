import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'

let shop: TestShop
afterEach(() => shop.stop())

async function privacyPage(MAPS_PROVIDER: string): Promise<string> {
	shop = await openTestShop({
		pagesRoot: fileURLToPath(new URL('../../', import.meta.url)),
		variables: { MAPS_PROVIDER },
	})
	const answer = await shop.app.inject({ url: '/politicas', headers: { accept: 'text/html' } })
	expect(answer.statusCode).toBe(200)
	return answer.body
}

it('the privacy page names Google Maps, its terms and its privacy policy when addresses are looked up there', async () => {
	const page = await privacyPage('google')
	expect(page).toContain('Las direcciones se buscan en Google Maps')
	const links = [...page.matchAll(/<a [^>]*href="(https:\/\/[^"]*google[^"]*)"[^>]*>([^<]*)<\/a>/g)]
	expect(links.map(([, href, text]) => [href, text])).toEqual([
		['https://maps.google.com/help/terms_maps/', 'términos de Google Maps'],
		['https://policies.google.com/privacy', 'política de privacidad de Google'],
	])
})

it.each(['embedded', 'osm'])('the privacy page omits Google Maps with %s', async (provider) => {
	const page = await privacyPage(provider)
	expect(page).toContain('Con quién los compartimos')
	expect(page).not.toContain('Google Maps')
	expect(page).not.toContain('google.com')
})
