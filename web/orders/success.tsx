/** Written in its own room; the site map already knows its place. */
export default function SuccessScreen() {
	return null
}
