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

/** Lays out what waits far below (home.css), a part whenever there is nothing else to do: printing and finding see it all. */
async function unfold(): Promise<void> {
	for (const part of document.querySelectorAll<HTMLElement>('main > *')) {
		if (getComputedStyle(part).contentVisibility === 'visible') continue
		await new Promise<unknown>((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))
		part.style.contentVisibility = 'visible'
	}
}

async function wake(): Promise<void> {
	const paths = files.split(' ')
	for (const path of `${files} ${screen}`.trim().split(' ')) void link('modulepreload', path)
	if (styles) await link('stylesheet', styles)
	try {
		for (const path of paths) {
			await import(/* @vite-ignore */ path)
			await new Promise((resolve) => setTimeout(resolve))
		}
	} finally {
		await unfold()
		stir()
	}
}

/** Whoever moves on before that finds what comes near laid out. */
function stir(): void {
	document.documentElement.classList.add('stirred')
}

if (location.hash) stir()
for (const deed of ['scroll', 'pointerdown', 'keydown']) addEventListener(deed, stir, { once: true, passive: true })
/** The picture that is there now is painted before anything else is begun. */
const afterPaint = () => requestAnimationFrame(() => setTimeout(wake))

if (!hero || hero.complete) afterPaint()
else hero.onload = hero.onerror = afterPaint
