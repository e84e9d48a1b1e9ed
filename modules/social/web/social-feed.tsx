import { useEffect, useState } from 'react'
import { call } from '#core/web/session/api.ts'
import { Icon } from '#core/web/ui/parts.tsx'
import { listSocialPosts } from '#modules/social/endpoints.ts'
import { chooseFeed, feedLength } from '#modules/social/feed.ts'
import type { SocialPost } from '#modules/social/shapes.ts'

/** `posts`, or the API's answer when the page is idle; undefined while loading. */
function useFeed(posts: readonly SocialPost[] | null): readonly SocialPost[] | undefined {
	const [items, setItems] = useState(() => (posts ? chooseFeed(posts) : undefined))
	const isMissing = items === undefined
	useEffect(() => {
		if (!isMissing) return
		let isHere = true
		call(listSocialPosts).then((answer) => {
			if (!answer.ok) console.error('the social feed could not be loaded', answer.status, answer.code)
			if (isHere) setItems(answer.ok ? chooseFeed(answer.data.results) : [])
		})
		return () => {
			isHere = false
		}
	}, [isMissing])
	return items
}

/** Picture of a post; a video's thumbnail, which every listed video has. */
const pictureOf = (item: SocialPost) => (item.media_type === 'VIDEO' ? item.thumbnail_url : item.media_url)

function Tile({ item }: { item: SocialPost }) {
	const isVideo = item.media_type === 'VIDEO'
	return (
		<li>
			<a href={item.permalink} target="_blank" rel="noopener noreferrer" className="tile">
				<img src={pictureOf(item) ?? undefined} alt="" width="320" height="320" loading="lazy" decoding="async" />
				{isVideo && <Icon name="play" className="tile-play" />}
				<span className="visually-hidden">{`${isVideo ? 'Ver video' : 'Ver foto'} en la red social (se abre en otra pestaña)`}</span>
			</a>
		</li>
	)
}

/** The latest pictures and videos; nothing without posts. `posts`: the server-rendered ones, null when there are none yet. */
export function SocialFeed({ posts }: { posts: readonly SocialPost[] | null }) {
	const items = useFeed(posts)
	if (items?.length === 0) return null
	return (
		<section className="section" aria-labelledby="redes">
			<h2 id="redes" className="title-l">
				En el día a día
			</h2>
			<ul className="feed" aria-busy={items === undefined}>
				{items === undefined
					? Array.from({ length: feedLength }, (_, place) => place).map((place) => (
							<li key={place} className="tile skeleton" />
						))
					: items.map((item) => <Tile key={item.id} item={item} />)}
			</ul>
		</section>
	)
}
