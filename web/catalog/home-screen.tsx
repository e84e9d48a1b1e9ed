/** Home: the product's own page. */
export function HomeScreen() {
	return <div className="page" />
}
