const mobile = /^569\d{8}$/

/** The address of a WhatsApp conversation with a Chilean mobile, with or without its country; undefined for other phones. */
export function whatsappAddress(phone: string): string | undefined {
	const digits = phone.replace(/\D/g, '')
	const whole = digits.length === 9 ? `56${digits}` : digits
	return mobile.test(whole) ? `https://wa.me/${whole}` : undefined
}
