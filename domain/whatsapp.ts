const mobile = /^569\d{8}$/

/**
 * The address that opens a conversation on WhatsApp with a Chilean phone, written with or without its country; undefined when it
 * is no mobile, which has no WhatsApp.
 */
export function whatsappAddress(phone: string): string | undefined {
	const digits = phone.replace(/\D/g, '')
	const whole = digits.length === 9 ? `56${digits}` : digits
	return mobile.test(whole) ? `https://wa.me/${whole}` : undefined
}
