import { policyVersion } from '#domain/accounts/policy-version.ts'
import { transferHoldHours } from '#domain/orders/hold-times.ts'
import { Privacy } from '#web/legal/privacy.tsx'
import { DeliveryPromise, LegalWarranty, ShopMail, WithdrawalRight } from '#web/legal/promises.tsx'
import { usePageData } from '#web/page-data.tsx'
import '#web/legal/legal.css'

const version = new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(policyVersion))

function Seller() {
	const { tienda } = usePageData()
	const lines = [
		['Razón social', tienda.razon_social],
		['RUT', tienda.rut],
		['Representante legal', tienda.representante],
		['Dirección', tienda.direccion],
		['Teléfono', tienda.telefono],
	] as const
	return (
		<dl className="legal-seller">
			{lines.map(
				([name, value]) =>
					value && (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{value}</dd>
						</div>
					),
			)}
			<div>
				<dt>Correo</dt>
				<dd>
					<ShopMail />
				</dd>
			</div>
		</dl>
	)
}

/** The terms of buying and the privacy policy, whole: to be read, kept or printed (DS 6 of 2021; Ley 21.719). */
export default function PoliciesScreen() {
	return (
		<div className="page legal">
			<h1 className="title-l">Términos y políticas</h1>
			<p className="legal-lead">
				Valen para toda compra en esta tienda desde el {version}. Puedes guardarlos o imprimirlos.
			</p>
			<section aria-labelledby="vendedor">
				<h2 id="vendedor" className="title-m">
					Quién vende
				</h2>
				<Seller />
			</section>
			<section aria-labelledby="compra">
				<h2 id="compra" className="title-m">
					Cómo se compra
				</h2>
				<p>
					Eliges color y cantidad, la entrega y el medio de pago, revisas el total y confirmas. Al confirmar aceptas
					estos términos y reservamos tus productos; el contrato queda hecho cuando te lo comunicamos por correo. Una
					transferencia se espera {transferHoldHours} horas; un pago en línea, mientras su página sigue abierta. Después
					la orden se anula y no debes nada.
				</p>
			</section>
			<section aria-labelledby="precios">
				<h2 id="precios" className="title-m">
					Precios y boleta
				</h2>
				<p>
					Los precios están en pesos chilenos y ya incluyen IVA. El despacho y los descuentos se muestran por separado
					antes de pagar, y pagas el total que confirmaste. Por toda compra recibes boleta.
				</p>
			</section>
			<section aria-labelledby="entrega">
				<h2 id="entrega" className="title-m">
					Despacho y retiro
				</h2>
				<DeliveryPromise />
			</section>
			<section aria-labelledby="retracto">
				<h2 id="retracto" className="title-m">
					Derecho a retracto
				</h2>
				<WithdrawalRight />
				<p>El dinero vuelve cuanto antes, y a más tardar 45 días después de que nos avisas.</p>
			</section>
			<section aria-labelledby="garantia">
				<h2 id="garantia" className="title-m">
					Garantía legal
				</h2>
				<LegalWarranty />
			</section>
			<section aria-labelledby="reclamos">
				<h2 id="reclamos" className="title-m">
					Consultas y reclamos
				</h2>
				<p>
					Escríbenos a <ShopMail /> con tu número de orden; te respondemos por el mismo correo.
				</p>
			</section>
			<Privacy />
		</div>
	)
}
