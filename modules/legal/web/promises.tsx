import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { pickupPlace } from '#modules/delivery/delivery.ts'
import { tariffText } from '#modules/delivery/tariff.ts'

export function ShopMail() {
	const { tienda } = usePageData()
	return (
		<a className="link" href={`mailto:${tienda.correo}`}>
			{tienda.correo}
		</a>
	)
}

function Sernac() {
	return (
		<a className="link" href="https://www.sernac.cl" target="_blank" rel="noopener noreferrer">
			SERNAC
			<span className="visually-hidden"> (se abre en otra pestaña)</span>
		</a>
	)
}

/** Delivery prices and pickup place. */
export function DeliveryPromise() {
	const { estacion_retiro, tarifa } = usePageData()
	return (
		<p>
			{`Despachamos en Santiago según la distancia en auto desde la tienda: ${tariffText(tarifa)}. El costo se muestra por separado ` +
				`antes de pagar. El retiro es gratis en ${pickupPlace(estacion_retiro)}. Te escribimos para coordinar el día.`}
		</p>
	)
}

/** Withdrawal within ten days: article 3 bis, Ley 19.496. */
export function WithdrawalRight() {
	return (
		<p>
			Tienes 10 días desde que recibes el producto para arrepentirte, sin dar motivos. Escríbenos a <ShopMail /> con tu
			número de orden, devuelve el producto sin daños causados por ti, y te devolvemos lo pagado.
		</p>
	)
}

/** Warranty of six months: article 21, Ley 19.496. */
export function LegalWarranty() {
	return (
		<p>
			Si el producto falla dentro de 6 meses desde la entrega, eliges: devolución del dinero, cambio o reparación
			gratuita. Basta tu boleta o comprobante de pago. También puedes acudir a <Sernac />.
		</p>
	)
}
