import { pickupPlace } from '#domain/delivery/pickup-place.ts'
import { tariffText } from '#domain/delivery/tariff-text.ts'
import { usePageData } from '#web/page-data.tsx'

/** What the shop promises and what the law gives, before anybody pays. */
export function Policies() {
	const { tienda, estacion_retiro } = usePageData()
	const delivery =
		`Despachamos en Santiago según la distancia en auto desde la tienda: ${tariffText}. El costo se muestra por separado ` +
		`antes de pagar. El retiro es gratis en ${pickupPlace(estacion_retiro)}. Te escribimos para coordinar el día.`
	const mail = (
		<a className="link" href={`mailto:${tienda.correo}`}>
			{tienda.correo}
		</a>
	)
	return (
		<section className="section" id="politicas" aria-labelledby="politicas-titulo">
			<h2 id="politicas-titulo" className="title-l">
				Políticas
			</h2>
			<div className="policies">
				<article>
					<h3 className="title-s">Despacho y retiro</h3>
					<p>{delivery}</p>
				</article>
				<article>
					<h3 className="title-s">Derecho a retracto</h3>
					<p>
						Tienes 10 días desde que recibes el producto para arrepentirte, sin dar motivos. Escríbenos a {mail} con tu
						número de orden, devuelve el producto sin daños causados por ti, y te devolvemos lo pagado.
					</p>
				</article>
				<article>
					<h3 className="title-s">Garantía legal</h3>
					<p>
						Si el producto falla dentro de 6 meses desde la entrega, eliges: devolución del dinero, cambio o reparación
						gratuita. Basta tu boleta o comprobante de pago. También puedes acudir a{' '}
						<a className="link" href="https://www.sernac.cl" target="_blank" rel="noopener noreferrer">
							SERNAC
							<span className="sr-only"> (se abre en otra pestaña)</span>
						</a>
						.
					</p>
				</article>
				<article>
					<h3 className="title-s">Privacidad</h3>
					<p>
						{tienda.razon_social} usa tu nombre, correo, teléfono y dirección solo para vender y entregarte tu pedido, y
						los comparte con quien procesa el pago, ubica la dirección o envía los correos. Según la Ley 21.719 puedes
						pedir acceso, rectificación, supresión, oposición, portabilidad y bloqueo en {mail}, y reclamar ante la
						Agencia de Protección de Datos Personales. No usamos cookies de seguimiento.
					</p>
				</article>
			</div>
		</section>
	)
}
