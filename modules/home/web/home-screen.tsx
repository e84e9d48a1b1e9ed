import { ScreenLink, WhatsappLink } from '#core/web/ui/buttons.tsx'
import { Icon } from '#core/web/ui/parts.tsx'
import { useFreshCatalog } from '#modules/cart/web/cart-store.ts'
import { colorSlug } from '#modules/catalog/colors.ts'
import type { CatalogColor, PageData } from '#modules/catalog/shapes.ts'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { Picture } from '#modules/catalog/web/picture.tsx'
import { detailPictures, heroOf } from '#modules/catalog/web/pictures.ts'
import { Views } from '#modules/catalog/web/views.tsx'
import { coverageOf, kilometersText, tariffText } from '#modules/delivery/tariff.ts'
import { Carousel } from '#modules/home/web/carousel.tsx'
import { Stage } from '#modules/home/web/stage.tsx'
import { DeliveryPromise, LegalWarranty, ShopMail, WithdrawalRight } from '#modules/legal/web/promises.tsx'
import type { Question } from '#modules/settings/questions.ts'
import { SocialFeed } from '#modules/social/web/social-feed.tsx'

export function HomeScreen() {
	useFreshCatalog()
	const { social, resenas } = usePageData()
	return (
		<>
			<Stage />
			<Views />
			<Carousel />
			<div id="explicaciones">
				<HowItWorks />
				<Specifications />
				{resenas && <Reviews />}
			</div>
			<SocialFeed posts={social} />
			<div id="garantias">
				<Questions />
				<Policies />
				<Contact />
			</div>
		</>
	)
}

/** Three steps; `picture` is an index of detailPictures. */
const steps = [
	{
		picture: 2,
		title: 'Agrega',
		text: 'Primero el agua o la leche, después el polvo. Caben 650 ml.',
	},
	{
		picture: 1,
		title: 'Bate',
		text: 'Aprieta el botón del anillo y las aspas hacen el resto. Se carga por USB.',
	},
	{ picture: 0, title: 'Toma', text: 'Abre la boquilla y sigue. El asa se engancha a tu bolso o a un dedo.' },
] as const

function HowItWorks() {
	return (
		<section className="section" aria-labelledby="como-funciona">
			<h2 id="como-funciona" className="title-l">
				Tres gestos y está listo
			</h2>
			<ol className="steps">
				{steps.map((step) => {
					const picture = detailPictures[step.picture]
					return (
						<li key={step.title} className="step">
							{picture && <Picture picture={picture} sizes="(min-width: 48rem) 340px, 38vw" className="step-picture" />}
							<h3 className="title-m">{step.title}</h3>
							<p className="muted">{step.text}</p>
						</li>
					)
				})}
			</ol>
		</section>
	)
}

const rows = [
	['Capacidad', '650 ml'],
	['Material', 'Tritan + ABS + PP'],
	['Tamaño', '200 mm x 92 mm'],
	['Carga', 'USB'],
	['Uso', 'Outdoor / gym'],
	['Seguridad', 'Libre de BPA'],
] as const

/** The hero picture in its best encoding and the fallback only: four pictures in all encodings would dominate the HTML. */
function drawingOf(color: CatalogColor) {
	const hero = heroOf(color)
	return { ...hero, sources: hero.sources.filter(({ type }) => type === 'image/avif') }
}

/** Measures placed on the shop's own pictures; in a photo the bottle's position is unknown. */
function Measures() {
	return (
		<>
			<span className="measure-tall">200 mm</span>
			<span className="measure-wide">92 mm</span>
		</>
	)
}

function Specifications() {
	const { colores } = usePageData()
	return (
		<section className="section specs" aria-labelledby="especificaciones">
			<div className="specs-drawing" aria-hidden="true">
				{colores.map((color) => (
					<div key={color.color} data-for={colorSlug(color.color)}>
						<Picture picture={drawingOf(color)} sizes="(min-width: 48rem) 460px, 300px" alt="" />
						{color.foto === undefined && <Measures />}
					</div>
				))}
			</div>
			<div>
				<h2 id="especificaciones" className="title-l">
					Especificaciones
				</h2>
				<dl className="specs-list">
					{rows.map(([name, value]) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{value}</dd>
						</div>
					))}
				</dl>
			</div>
		</section>
	)
}

/** Three fixed examples, labelled as such, not as customers' opinions. */
const reviews = [
	{
		name: 'Camila R.',
		place: 'Ñuñoa',
		text: 'Queda sin grumos en segundos. Lo uso todas las mañanas antes del trabajo.',
	},
	{
		name: 'Matías F.',
		place: 'Maipú',
		text: 'Lo cargo con el mismo cable del notebook y cabe en el bolsillo de la mochila.',
	},
	{ name: 'Antonia V.', place: 'Providencia', text: 'El vaso no toma olor y se lava fácil. El rosado es precioso.' },
] as const

function Reviews() {
	return (
		<section className="section" aria-labelledby="resenas">
			<div className="section-head">
				<h2 id="resenas" className="title-l">
					Reseñas
				</h2>
				<p className="muted small">Reseñas de muestra</p>
			</div>
			<ul className="reviews">
				{reviews.map((review) => (
					<li key={review.name}>
						<p className="stars" role="img" aria-label="5 de 5 estrellas">
							★★★★★
						</p>
						<blockquote>{review.text}</blockquote>
						<p className="small muted">{`${review.name} · ${review.place}`}</p>
					</li>
				))}
			</ul>
		</section>
	)
}

/** Frequent questions as `details`, which work without scripts. */
function Questions() {
	const data = usePageData()
	return (
		<section className="section columns" id="preguntas-frecuentes" aria-labelledby="preguntas-titulo">
			<h2 id="preguntas-titulo" className="title-l">
				Preguntas frecuentes
			</h2>
			<div className="questions">
				{questionsOf(data).map(({ pregunta, respuesta }) => (
					<details key={pregunta}>
						<summary>
							<span>{pregunta}</span>
							<Icon name="plus" />
						</summary>
						<p className="muted">{respuesta}</p>
					</details>
				))}
			</div>
		</section>
	)
}

/** Questions and answers of Home, also in the structured data: delivery prices, and the owner's. */
export function questionsOf({ tarifa, preguntas }: Pick<PageData, 'tarifa' | 'preguntas'>): readonly Question[] {
	const respuesta = `Depende de la distancia en auto desde la tienda, en Santiago: ${tariffText(tarifa)}. A más de ${kilometersText(coverageOf(tarifa))} km no despachamos. Lo ves antes de pagar, apenas eliges tu dirección.`
	return [{ pregunta: '¿Cuánto cuesta el despacho?', respuesta }, ...preguntas]
}

/** Summary of the shop's promises and legal rights before a payment. */
function Policies() {
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

function Contact() {
	const { tienda } = usePageData()
	return (
		<section className="section columns" id="contacto" aria-labelledby="contacto-titulo">
			<h2 id="contacto-titulo" className="title-l">
				Contacto
			</h2>
			<div className="contact">
				<a className="contact-mail" href={`mailto:${tienda.correo}`}>
					{tienda.correo}
				</a>
				<dl>
					<div>
						<dt>Teléfono</dt>
						<dd>
							<a className="link" href={`tel:${tienda.telefono.replace(/[^+\d]/g, '')}`}>
								{tienda.telefono}
							</a>{' '}
							<WhatsappLink phone={tienda.telefono} className="link after" />
						</dd>
					</div>
					<div>
						<dt>Dirección</dt>
						<dd>{tienda.direccion}</dd>
					</div>
					<div>
						<dt>Razón social</dt>
						<dd>{tienda.razon_social}</dd>
					</div>
					<div>
						<dt>RUT</dt>
						<dd>{tienda.rut}</dd>
					</div>
				</dl>
			</div>
		</section>
	)
}
