// The page's only early script: it lets the first picture through, then fetches the rest of the code.
const entry = document.currentScript?.dataset.entry
const hero = document.querySelector<HTMLImageElement>('.stage-picture img')

function wake(): void {
	if (entry) void import(/* @vite-ignore */ entry)
}

if (!hero || hero.complete) wake()
else for (const outcome of ['load', 'error']) hero.addEventListener(outcome, wake, { once: true })
