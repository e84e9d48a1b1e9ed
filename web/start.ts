// The page's only early script, which stands in the page: it lets the first picture through, then fetches the whole stylesheet
// and the code. Each file of code runs in a task of its own, so that a slow phone keeps scrolling in between.
const { files = '', screen = '', styles } = document.currentScript?.dataset ?? {}
const hero = document.querySelector<HTMLImageElement>('.stage-picture img')

/** Adds a link to the head; resolves when its file is there, or cannot be had. */
function link(rel: string, href: string): Promise<unknown> {
	const element = Object.assign(document.createElement('link'), { rel, href })
	document.head.append(element)
	return new Promise((resolve) => {
		element.onload = element.onerror = resolve
	})
}

async function wake(): Promise<void> {
	const paths = files.split(' ')
	for (const path of `${files} ${screen}`.trim().split(' ')) void link('modulepreload', path)
	if (styles) await link('stylesheet', styles)
	for (const path of paths) {
		await import(/* @vite-ignore */ path)
		await new Promise((resolve) => setTimeout(resolve))
	}
}

if (!hero || hero.complete) void wake()
else hero.onload = hero.onerror = wake
