/** How a customer makes use of the rights: by the means of the purchase, as the law asks. */
export function HowToReturn() {
	return (
		<p>
			Avísanos desde la página de tu pedido, con «Devolver o cambiar», o por correo. No hace falta la caja ni la boleta,
			y traerlo al punto de retiro no cuesta.
		</p>
	)
}
