/** Written in its own room; the site map already knows its place. */
export default function ResetPasswordScreen() {
	return null
}
