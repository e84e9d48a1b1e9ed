const endings =
	'com|cl|net|org|info|biz|io|co|app|dev|xyz|online|site|shop|store|link|click|top|vip|live|page|club|me|ly|gl|ru|cn|tk'
const webAddress = new RegExp(
	`://|\\bwww\\.|[\\p{L}\\p{N}-]{2,}\\.(?:${endings})(?![\\p{L}\\p{N}])|[^\\s@]+@[^\\s@]+\\.[^\\s@]+`,
	'iu',
)

/** Dots of other scripts, which browsers read as `.` in the name of a site. */
const otherDots = /[\u3002\uff61]/g

/** Whether a text leads to a site or a mailbox, as no name or street does: the shop would write it into its own mails. */
export function hasWebAddress(text: string): boolean {
	return webAddress.test(text.normalize('NFKC').replace(otherDots, '.'))
}
