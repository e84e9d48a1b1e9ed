import { ScreenLink } from '#core/web/ui/screen-link.tsx'
import { usePageData } from '#modules/catalog/web/page-data.tsx'
import { DeliveryPromise, LegalWarranty, ShopMail, WithdrawalRight } from '#modules/legal/web/promises.tsx'

/** Summary of the shop's promises and legal rights before a payment. */
export function Policies() {
	const { tienda } = usePageData()
	return (
		<section className="section" id="politicas" aria-labelledby="politicas-titulo">
			<h2 id="politicas-titulo" className="title-l">
				Políticas
			</h2>
			<div className="policies">
				<article>
					<h3 className="title-s">Despacho y retiro</h3>
					<DeliveryPromise />
				</article>
				<article>
					<h3 className="title-s">Derecho a retracto</h3>
					<WithdrawalRight />
				</article>
				<article>
					<h3 className="title-s">Garantía legal</h3>
					<LegalWarranty />
				</article>
				<article>
					<h3 className="title-s">Privacidad</h3>
					<p>
						<span>{tienda.razon_social}</span> usa tus datos solo para vender y entregarte tu pedido, sin cookies de
						seguimiento. Puedes verlos, corregirlos, llevártelos o pedir que los borremos en tu perfil o en <ShopMail />
						.{' '}
						<ScreenLink className="link" to="/politicas">
							Términos y políticas completos
						</ScreenLink>
						.
					</p>
				</article>
			</div>
		</section>
	)
}
