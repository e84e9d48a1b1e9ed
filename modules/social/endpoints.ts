import { endpoint } from '#core/contract/endpoint.ts'
import { socialFeedAnswer } from '#modules/social/shapes.ts'

/** The newest posts; empty without a feed. */
export const listSocialPosts = endpoint({
	tag: 'social',
	caller: 'anyone',
	method: 'GET',
	path: '/api/social/',
	answer: socialFeedAnswer,
})
