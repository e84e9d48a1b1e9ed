/** The day on which the text below last changed. It is stored with each request, beside the text itself. */
export const consentVersion = '2026-11-30'

/** What a person agrees to by asking and confirming. The page shows it over the button, and the request stores it. */
export const consentText = (color: string) =>
	`Al pedirlo aceptas que Premium Shaker guarde tu correo y te escriba una sola vez, cuando haya stock de ${color}. Puedes parar cuando quieras, y después lo borramos.`
