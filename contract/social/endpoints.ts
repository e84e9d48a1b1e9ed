import { endpoint } from '#contract/endpoint.ts'
import { socialFeedAnswer } from '#contract/social/social-feed.ts'

/** The newest posts; none when there is no feed. */
export const listSocialPosts = endpoint({
	tag: 'social',
	caller: 'anyone',
	method: 'GET',
	path: '/api/social/',
	answer: socialFeedAnswer,
})
