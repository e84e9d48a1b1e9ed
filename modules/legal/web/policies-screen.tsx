import { type ReactNode, useEffect, useState } from 'react'
import { dataRequestDays } from '#core/rules/limits.ts'
import { call } from '#core/web/session/api.ts'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { readProcessors } from '#modules/legal/endpoints.ts'
import { policyVersion } from '#modules/legal/policy-version.ts'
import { groundsText, receiversText, storedData } from '#modules/legal/stored-data.ts'
import { DeliveryPromise, LegalWarranty, ShopMail, WithdrawalRight } from '#modules/legal/web/promises.tsx'
import { withdrawalParts } from '#modules/lists/web/policies.ts'
import { transferReservationHours } from '#modules/orders/hold-times.ts'
import '#modules/legal/web/legal.css'
import { ScreenLink } from '#core/web/ui/buttons.tsx'

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
				{withdrawalParts.map((WithdrawalPart) => (
					<WithdrawalPart key={WithdrawalPart.name} />
				))}
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

/** Who gets data, by name and country: in the page's HTML; a page that was opened from another one asks for it. */
function Processors() {
	const { encargados } = usePageData()
	const [list, setList] = useState(encargados)
	const [hasFailed, setFailed] = useState(false)
	useEffect(() => {
		if (encargados) return
		void call(readProcessors).then((answer) => (answer.ok ? setList(answer.data) : setFailed(true)))
	}, [encargados])
	return (
		<>
			<p>
				Solo con quienes hacen falta para tu compra, y solo lo que cada uno necesita; además el SII recibe las boletas y
				facturas. Junto a cada uno va el país de la empresa.
			</p>
			{hasFailed && <p role="alert">No pudimos traer la lista. Recarga la página para verla.</p>}
			<ul className="legal-processors" aria-busy={!list && !hasFailed}>
				{list?.map(({ nombre, finalidad, pais, enlace }) => (
					<li key={nombre}>
						{enlace === '' ? (
							<span className="strong">{nombre}</span>
						) : (
							<a className="link" href={enlace}>
								{nombre}
							</a>
						)}
						<span>{pais === '' ? '' : `, ${pais}`}</span>
						<span>{`: ${finalidad.charAt(0).toLowerCase()}${finalidad.slice(1)}.`}</span>
					</li>
				))}
			</ul>
		</>
	)
}

/** Information required by Ley 21.719: controller, purposes, legal basis, recipients, retention, rights. */
function Privacy() {
	const { tienda, mapas } = usePageData()
	return (
		<section id="privacidad" aria-labelledby="privacidad-titulo">
			<h2 id="privacidad-titulo" className="title-m">
				Privacidad
			</h2>
			<p>
				<span>{`${tienda.razon_social}, RUT ${tienda.rut},`}</span> responde por tus datos personales según la Ley
				21.719. Para todo lo que sigue escribe a <ShopMail />.
			</p>
			<dl className="legal-uses">
				{storedData
					.filter(({ of }) => of === 'clientes')
					.map((one) => (
						<div key={one.name}>
							<dt>{one.name}</dt>
							<dd>{`${one.data} ${one.purpose}, por ${groundsText(one)}. ${one.term} ${receiversText(one)}`}</dd>
						</div>
					))}
			</dl>
			<p>
				No usamos cookies de seguimiento, no vendemos datos ni hacemos perfiles, y ninguna máquina decide por nosotros
				sobre ti.
			</p>
			<h3 className="title-s">Con quién los compartimos</h3>
			<Processors />
			{/* Required by Google's terms for address lookups. */}
			{mapas === 'google' && (
				<p>
					Las direcciones se buscan en Google Maps: lo que escribes se le envía sin tu nombre, y para planear el
					reparto, dónde quedan las puertas, sin nombre ni dirección. Al usarlo aceptas los{' '}
					<a className="link" href="https://maps.google.com/help/terms_maps/">
						términos de Google Maps
					</a>{' '}
					y vale la{' '}
					<a className="link" href="https://policies.google.com/privacy">
						política de privacidad de Google
					</a>
					.
				</p>
			)}
			<h3 className="title-s">Tus derechos</h3>
			<p>
				Puedes pedir gratis acceso, rectificación, supresión, oposición, portabilidad y bloqueo temporal. En{' '}
				<ScreenLink className="link" to="/perfil">
					Tu perfil
				</ScreenLink>{' '}
				corriges tus datos, los descargas, eliminas tu cuenta y pides lo demás; también puedes escribir a <ShopMail />.
				Te respondemos dentro de <span>{dataRequestDays}</span> días corridos. Si no quedas conforme, puedes reclamar
				ante la Agencia de Protección de Datos Personales.
			</p>
		</section>
	)
}
