import { describe, expect, it } from 'vitest'
import { crawlerOptions, crawlerRules } from '#modules/found/crawlers.ts'

describe('crawlerRules', () => {
	it('adds nothing while everyone may read', () => {
		expect(crawlerRules({ ia_lee: 'todos' })).toEqual([])
	})

	it('closes the shop to training alone, or to answers too', () => {
		expect(crawlerRules({ ia_lee: 'responder' })).toEqual(expect.arrayContaining(['User-agent: GPTBot', 'Disallow: /']))
		expect(crawlerRules({ ia_lee: 'responder' })).not.toContain('User-agent: OAI-SearchBot')
		expect(crawlerRules({ ia_lee: 'ninguno' })).toContain('User-agent: OAI-SearchBot')
	})

	it('never closes the shop to the crawlers of a search engine', () => {
		for (const ia_lee of Object.keys(crawlerOptions))
			for (const name of ['*', 'Googlebot', 'Bingbot', 'Applebot'])
				expect(crawlerRules({ ia_lee })).not.toContain(`User-agent: ${name}`)
	})
})
