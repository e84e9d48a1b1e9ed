/**
 * This many random characters, of 16 distinct ones or more, cannot be found by brute force against the page's digest.
 */
const leastCharacters = 12
/** Common codes, in upper case: not a dictionary, only the first guesses for this shop. */
const guesses =
	/PREMIUM|SHAKER|CHILE|SANTIAGO|DESCUENTO|DCTO|OFERTA|CUPON|CODIGO|PROMO|REGALO|GRATIS|BIENVENID[AO]|AMIG[AO]S?|CLIENTE|CYBER|BLACK|FRIDAY|MONDAY|DAY|NAVIDAD|DIECIOCHO|VERANO|INVIERNO|SALE|OFF|VIP|20[0-9]{2}|[0-9]+0{2,}|[^A-Z0-9]/g

/** Whether a code (in upper case) is short, or words and amounts: its digest is public, so codes are tried by the billion. */
export function isGuessableCoupon(code: string): boolean {
	const drawn = code.replaceAll(guesses, '')
	// Random characters alternate between letters and digits; words and years do not.
	const changes = drawn.match(/[A-Z](?=[0-9])|[0-9](?=[A-Z])/g)?.length ?? 0
	return drawn.length < leastCharacters || new Set(drawn).size < 6 || changes < 3
}
