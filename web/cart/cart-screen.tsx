/** The cart as a page. */
export default function CartScreen() {
	return <div className="page" />
}
