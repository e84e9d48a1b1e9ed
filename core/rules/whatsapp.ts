const mobile = /^569\d{8}$/

/** The address of a WhatsApp conversation with a Chilean mobile, with `text` prefilled; undefined for other phones. */
export function whatsappAddress(phone: string, text = ''): string | undefined {
	const digits = phone.replace(/\D/g, '')
	const whole = digits.length === 9 ? `56${digits}` : digits
	const ready = text && `?text=${encodeURIComponent(text)}`
	return mobile.test(whole) ? `https://wa.me/${whole}${ready}` : undefined
}
