const durationMs = 250

/** Animates the added picture from the hero to the cart icon, unless reduced motion is preferred. */
export function flyToCart(picture: string): void {
	if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
	const from = document.querySelector('.stage-picture[data-shown="true"]')?.getBoundingClientRect()
	const to = document.getElementById('boton-carrito')?.getBoundingClientRect()
	if (!from || !to) return
	const flyer = document.createElement('img')
	flyer.src = picture
	flyer.alt = ''
	flyer.className = 'flyer'
	flyer.style.left = `${from.left + from.width / 2 - 44}px`
	flyer.style.top = `${Math.max(72, from.top + from.height / 2 - 44)}px`
	document.body.append(flyer)
	const start = flyer.getBoundingClientRect()
	const move = `translate(${to.left - start.left - 22}px, ${to.top - start.top - 22}px) scale(0.25)`
	flyer.animate([{ opacity: 1 }, { transform: move, opacity: 0.2 }], {
		duration: durationMs,
		easing: 'cubic-bezier(0.4, 0, 0.2, 1)',
	}).onfinish = () => flyer.remove()
}
