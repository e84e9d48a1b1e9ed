// The page's only early script. It stands in the page, let through by its hash, and starts what the first frame can do without.
// How Home arrives, and what each device gains (a throttled phone, one device taken out at a
// time, medians of 4 to 8 pairs on a busy machine, so to be read as sizes, not as digits):
// - The styles of the first view stand in the page; the sheet follows (loadStyles). Without: LCP + 75 %.
// - A first look at the bottle, 2 kB, stands in the page until the picture is painted (home/first-looks.ts). Without: LCP + 9 %.
// - The code is fetched once that picture is painted, four seconds at most. Fetched at once it delays it: LCP + 11 %.
// - Each file of code runs in a task of its own: one long task instead of two blocks about 90 ms more.
// - What is far below is laid out when it comes near (home.css). Without: blocking doubles. On a phone it waits for the end of
//   the loading or the first touch (revealAll): laid out meanwhile it blocks about 120 ms more.
// Tried and taken out, since they gained nothing there: blocking the first frame until the first view is read whole, fetching the
// letters ahead, applying the stylesheet in two tasks, laying out by script what is below, patching React's build.
const { files = '', screen = '', styles } = document.currentScript?.dataset ?? {}
const hero = document.querySelector<HTMLImageElement>('.stage-picture img')

/** Adds a link to the head; resolves to it when its file is there, or cannot be had. */
function link(rel: string, href: string, more = {}): Promise<HTMLLinkElement> {
	const element = Object.assign(document.createElement('link'), { rel, href }, more)
	document.head.append(element)
	return new Promise((resolve) => {
		element.onload = element.onerror = () => resolve(element)
	})
}

/** Puts the whole stylesheet on, and then the part of the page that its address names where it shall be. */
async function loadStyles(path: string): Promise<void> {
	const sheet = await link('stylesheet', path, { media: 'print' })
	sheet.media = 'all'
	if (location.hash && scrollY === 0) document.getElementById(location.hash.slice(1))?.scrollIntoView()
}

const stylesLoaded = styles && loadStyles(styles)

async function loadScripts(): Promise<void> {
	for (const path of `${files} ${screen}`.trim().split(' ')) void link('modulepreload', path)
	await stylesLoaded
	try {
		for (const path of files.split(' ')) {
			await import(/* @vite-ignore */ path)
			await new Promise((resolve) => setTimeout(resolve))
		}
	} catch (error) {
		console.error('the page came without its code', error)
		addEventListener('click', reloadOnPress)
	} finally {
		revealAll()
	}
}

/** A button does nothing without its code, which only a new page asks for again. Links lead on as they are. */
function reloadOnPress({ target }: Event): void {
	if (target instanceof Element && target.closest('button, [type=radio]')) location.reload()
}

/** Lets everything be laid out as it comes near (home.css). */
function revealAll(): void {
	document.documentElement.classList.add('revealed')
}

if (location.hash) revealAll()
for (const event of ['scroll', 'pointerdown', 'keydown'])
	addEventListener(event, revealAll, { once: true, passive: true })

// Whoever adds to the cart before the page is hydrated is heard later (pre-hydration-events.ts), with the colour of that moment.
addEventListener('click', ({ target }) => {
	const button = target instanceof Element && target.closest<HTMLElement>('.add-button')
	if (button) button.dataset.early = document.querySelector<HTMLInputElement>('.swatches :checked')?.value
})

/** Takes the first look away once the picture itself is painted, where it is there. */
async function endFirstLook(): Promise<void> {
	await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
	if (hero?.complete && hero.naturalWidth) document.querySelector('.first-look')?.removeAttribute('src')
}

const painted = hero ? hero.decode().then(endFirstLook, endFirstLook) : endFirstLook()
void Promise.race([painted, new Promise((resolve) => setTimeout(resolve, 4000))]).then(loadScripts)
