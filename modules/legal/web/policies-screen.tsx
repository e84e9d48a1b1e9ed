import type { ReactNode } from 'react'
import { retentionDays } from '#core/rules/retention.ts'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { policyVersion } from '#modules/legal/policy-version.ts'
import { DeliveryPromise, LegalWarranty, ShopMail, WithdrawalRight } from '#modules/legal/web/promises.tsx'
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

/** Each kind of stored data: purpose, legal basis, retention. */
const uses: readonly (readonly [what: string, use: string])[] = [
	[
		'Tu cuenta',
		'Nombre, correo, teléfono, dirección, los datos de tu última factura y tu contraseña, que guardamos de forma que nadie puede ' +
			'leerla. Los usamos para venderte y atenderte; los necesita el contrato. Quedan hasta que elimines tu cuenta; una que no ' +
			`confirmó su correo, sin pedidos ni sesiones en ${retentionDays.unusedAccount} días, se borra sola.`,
	],
	[
		'Tus órdenes',
		'Qué compraste, a quién y dónde se entrega, quién lo recibió y cuándo, cómo se pagó y el comprobante que subas. Los necesitan ' +
			`el contrato y la ley. Quedan mientras tengas tu cuenta; de un pedido anulado sin pago borramos nombre, contacto y dirección a los ${retentionDays.unsoldOrder} días. La ` +
			`ubicación en el mapa se borra a los ${retentionDays.mapPosition} días. De un pedido sin pagar de una cuenta que nunca ha pagado, guardamos también ` +
			'desde qué red llegó (sin el final de su dirección), para que nadie reserve todo el stock; se borra al pagarlo o cancelarlo, y a ' +
			`más tardar a los ${retentionDays.orderNetwork} días. Si eliminas tu cuenta borramos nombre, contacto, dirección y comprobantes ` +
			'apenas termina la orden; montos, productos, fechas, boletas y facturas, con el RUT y el nombre que llevan, quedan por el ' +
			'plazo que exige la ley tributaria (seis años).',
	],
	[
		'La entrega',
		'El nombre de quien recibe el paquete y, si hace falta, una foto del paquete o de la puerta, sin rostros y sin la ubicación ' +
			'del teléfono. Son la prueba de que entregamos: los necesita el contrato y solo los ve el equipo. Se borran a los ' +
			`${retentionDays.deliveryProof} días, cuando ya no se puede reclamar el pago ni la garantía.`,
	],
	[
		'Correos y notas',
		'Una copia de los correos que te enviamos y lo que el equipo anota al atenderte, para cumplir el contrato y responder reclamos. ' +
			'Solo los ve el equipo. Tus datos se borran de ellos cuando eliminas tu cuenta.',
	],
	[
		'Tus sesiones',
		`Desde qué navegador entraste y cuándo; se borra ${retentionDays.endedSession} días después de que la sesión termina. Anotamos también ` +
			`cada ingreso a tu cuenta por ${retentionDays.loginTrail} días y cada cambio de tus datos de acceso por ${retentionDays.changeTrail}, con su hora y ` +
			`un código en lugar de tu dirección de red; los intentos fallidos, por ${retentionDays.refusalTrail} días. Es nuestro interés legítimo en cuidar ` +
			'tu cuenta y la tienda.',
	],
	[
		'Los respaldos',
		'Copias de todo lo anterior, que solo sirven para recuperar la tienda si algo falla. Hasta que se reemplazan pueden contener ' +
			'datos que ya eliminaste.',
	],
	[
		'Las visitas',
		'Contamos cuántas veces al día se abre la portada, se agrega algo al carrito y se abre el pago, para saber qué mejorar. ' +
			'Guardamos solo esas sumas por día: sin cookies, sin tu dirección de red y sin nada que diga quién fue o qué más hizo. ' +
			'Lo que se presenta como un robot no se cuenta. Los pedidos y los pagos se suman desde las órdenes.',
	],
	[
		'Tu navegador',
		'Guarda tu carrito y tu sesión para que no los pierdas, y por 7 días qué pedidos te falta pagar. No usamos cookies de seguimiento, no vendemos datos ni hacemos ' +
			'perfiles, y ninguna máquina decide por nosotros sobre ti.',
	],
]

/** Notice required by Google's terms for address lookups. */
function GoogleMaps() {
	return (
		<p>
			Las direcciones se buscan en Google Maps: lo que escribes se le envía sin tu nombre, y para planear el reparto,
			dónde quedan las puertas, sin nombre ni dirección. Al usarlo aceptas los{' '}
			<a className="link" href="https://maps.google.com/help/terms_maps/">
				términos de Google Maps
			</a>{' '}
			y vale la{' '}
			<a className="link" href="https://policies.google.com/privacy">
				política de privacidad de Google
			</a>
			.
		</p>
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
				{uses.map(([what, use]) => (
					<div key={what}>
						<dt>{what}</dt>
						<dd>{use}</dd>
					</div>
				))}
			</dl>
			<h3 className="title-s">Con quién los compartimos</h3>
			<p>
				Solo con quienes hacen falta para tu compra, y solo lo que cada uno necesita: el medio de pago que eliges, el
				servicio que ubica la dirección, el que envía los correos, el que emite las boletas y facturas ante el SII,
				quien aloja la tienda y, si entras con Google, Google. Algunos guardan datos fuera de Chile.
			</p>
			{mapas === 'google' && <GoogleMaps />}
			<h3 className="title-s">Tus derechos</h3>
			<p>
				Puedes pedir gratis acceso, rectificación, supresión, oposición, portabilidad y bloqueo temporal. En{' '}
				<ScreenLink className="link" to="/perfil">
					tu perfil
				</ScreenLink>{' '}
				corriges tus datos, los descargas y eliminas tu cuenta; lo demás, escribiendo a <ShopMail />. Te respondemos
				dentro de 30 días corridos. Si no quedas conforme, puedes reclamar ante la Agencia de Protección de Datos
				Personales.
			</p>
		</section>
	)
}
