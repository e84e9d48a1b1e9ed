// The page's only early script: it lets the first picture through, then fetches the rest of the code.
const files = document.currentScript?.dataset.files?.split(' ') ?? []
const hero = document.querySelector<HTMLImageElement>('.stage-picture img')

function wake(): void {
	for (const file of files) void import(/* @vite-ignore */ file)
}

if (!hero || hero.complete) wake()
else for (const outcome of ['load', 'error']) hero.addEventListener(outcome, wake, { once: true })
