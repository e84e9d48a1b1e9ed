import { WhatsappLink } from '#core/web/ui/whatsapp-link.tsx'
import { usePageData } from '#modules/catalog/web/page-data.tsx'

export function Contact() {
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
