import type { ReactNode } from 'react'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { policyVersion } from '#modules/legal/policy-version.ts'
import { Privacy } from '#modules/legal/web/privacy.tsx'
import { DeliveryPromise, LegalWarranty, ShopMail, WithdrawalRight } from '#modules/legal/web/promises.tsx'
import { transferReservationHours } from '#modules/orders/hold-times.ts'
import '#modules/legal/web/legal.css'

const version = new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(policyVersion))

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
	return (
		<section aria-labelledby={id}>
			<h2 id={id} className="title-m">
				{title}
			</h2>
			{children}
		</section>
	)
}

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

/** The terms of sale and the privacy policy in full (DS 6 of 2021; Ley 21.719). */
export default function PoliciesScreen() {
	return (
		<div className="page legal">
			<h1 className="title-l">Términos y políticas</h1>
			<p className="legal-lead">
				Valen para toda compra en esta tienda desde el <span>{version}</span>. Puedes guardarlos o imprimirlos.
			</p>
			<Part id="vendedor" title="Quién vende">
				<Seller />
			</Part>
			<Part id="compra" title="Cómo se compra">
				<p>
					Eliges color y cantidad, la entrega y el medio de pago, revisas el total y confirmas. Al confirmar aceptas
					estos términos y reservamos tus productos; el contrato queda hecho cuando te lo comunicamos por correo. Una
					transferencia se espera <span>{transferReservationHours}</span> horas; un pago en línea, mientras su página
					sigue abierta; un pago en efectivo, hasta el día que dice tu correo. Después la orden se anula y no debes
					nada.
				</p>
			</Part>
			<Part id="precios" title="Precios y boleta">
				<p>
					Los precios están en pesos chilenos y ya incluyen IVA. El despacho y los descuentos se muestran por separado
					antes de pagar, y pagas el total que confirmaste. Por toda compra recibes boleta, o factura si la pides al
					pagar.
				</p>
			</Part>
			<Part id="entrega" title="Despacho y retiro">
				<DeliveryPromise />
			</Part>
			<Part id="retracto" title="Derecho a retracto">
				<WithdrawalRight />
				<p>El dinero vuelve cuanto antes, y a más tardar 45 días después de que nos avisas.</p>
			</Part>
			<Part id="garantia" title="Garantía legal">
				<LegalWarranty />
			</Part>
			<Part id="reclamos" title="Consultas y reclamos">
				<p>
					Escríbenos a <ShopMail /> con tu número de orden; te respondemos por el mismo correo.
				</p>
			</Part>
			<Privacy />
		</div>
	)
}
