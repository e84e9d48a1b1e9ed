import { expect, test } from 'vitest'
import { isPerson, opensPage } from '#core/server/http/person.ts'

const chrome =
	'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

test.each([
	chrome,
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
	'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
	'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
	`${chrome} Instagram 389.0.0.40.84`,
])('counts a visit by %s', (agent) => {
	expect(isPerson({ 'user-agent': agent })).toBe(true)
})

test.each([
	'',
	'curl/8.5.0',
	'WhatsApp/2.24.1',
	'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
	'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
	'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
	'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
	'facebookexternalhit/1.1',
])('ignores the program "%s"', (agent) => {
	expect(isPerson({ 'user-agent': agent })).toBe(false)
})

test('ignores prefetched pages and requests for parts of another page', () => {
	const agent = { 'user-agent': chrome }
	expect(isPerson({ ...agent, 'sec-purpose': 'prefetch;prerender' })).toBe(false)
	expect(isPerson({ ...agent, purpose: 'prefetch' })).toBe(false)
	expect([{}, { 'sec-fetch-dest': 'document' }, { 'sec-fetch-dest': 'iframe' }].map(opensPage)).toEqual([
		true,
		true,
		false,
	])
})
