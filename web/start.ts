// The page's only early script, which stands in the page: it fetches the whole stylesheet, lets the first picture through, then
// fetches the code. Each file of code runs in a task of its own, so that a slow phone keeps scrolling in between.
const { files = '', screen = '', styles, font = '' } = document.currentScript?.dataset ?? {}
const hero = document.querySelector<HTMLImageElement>('.stage-picture img')

/** Adds a link to the head; resolves to it when its file is there, or cannot be had. */
function link(rel: string, href: string, more = {}): Promise<HTMLLinkElement> {
	const element = Object.assign(document.createElement('link'), { rel, href }, more)
	document.head.append(element)
	return new Promise((resolve) => {
		element.onload = element.onerror = () => resolve(element)
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

/**
 * Puts the whole stylesheet on. Asking for a colour makes a slow phone find out in this task what applies where, and in the
 * next where things are: together they would block it. The part of the page that its address names is where it shall be only now.
 */
async function dress(path: string): Promise<void> {
	if (font) void link('preload', font, { as: 'font', crossOrigin: '' })
	const sheet = await link('stylesheet', path, { media: 'print' })
	sheet.media = 'all'
	void getComputedStyle(sheet).color
	if (location.hash && scrollY === 0) document.getElementById(location.hash.slice(1))?.scrollIntoView()
}

const dressed = styles && dress(styles)

async function wake(): Promise<void> {
	for (const path of `${files} ${screen}`.trim().split(' ')) void link('modulepreload', path)
	await dressed
	try {
		for (const path of files.split(' ')) {
			await import(/* @vite-ignore */ path)
			await new Promise((resolve) => setTimeout(resolve))
		}
	} catch (error) {
		console.error('the page came without its code', error)
		addEventListener('click', pressAgain)
	} finally {
		await unfold()
		stir()
	}
}

/** A button does nothing without its code, which only a new page asks for again. Links lead on as they are. */
function pressAgain({ target }: Event): void {
	if ((target as Element).closest('button, [type=radio]')) location.reload()
}

/** Whoever moves on before that finds what comes near laid out. */
function stir(): void {
	document.documentElement.classList.add('stirred')
}

if (location.hash) stir()
for (const deed of ['scroll', 'pointerdown', 'keydown']) addEventListener(deed, stir, { once: true, passive: true })

// Whoever adds to the cart before the page is alive is heard later (early-deeds.ts), with the colour of that moment.
addEventListener('click', ({ target }) => {
	const button = (target as Element).closest<HTMLElement>('.add-button')
	if (button) button.dataset.early = document.querySelector<HTMLInputElement>('.swatches :checked')?.value
})

/** Takes the first look away once the picture itself is painted, where it is there. */
async function reveal(): Promise<void> {
	await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
	if (hero?.complete && hero.naturalWidth) document.querySelector('.first-look')?.removeAttribute('src')
}

// Nothing else is begun before that, but a connection that hangs may hold back the picture alone.
const shown = hero ? hero.decode().then(reveal, reveal) : reveal()
void Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 4000))]).then(wake)
