import { Link } from 'react-router'
import type { DeliverySheet } from '#contract/staff/delivery-sheets.ts'
import type { OrderNote } from '#contract/staff/rounds.ts'
import { formatDireccion } from '#domain/delivery/delivery.ts'
import { splitInterior } from '#domain/delivery/split-direccion.ts'
import { formatClp } from '#domain/money.ts'
import { estadoText } from '#domain/orders/estado.ts'
import { awaitsHandover } from '#domain/orders/handover.ts'
import { formatPhone } from '#domain/orders/phone.ts'
import { panelQuery } from '#domain/staff/panel-query.ts'
import { stoppedText } from '#web/staff/orders/money-text.ts'
import { orderLink } from '#web/staff/rounds/order-link.ts'
import { QrCode } from '#web/staff/sheets/qr-code.tsx'
import { formatDay, formatHour, formatMoment } from '#web/ui/format-date.ts'

/** When it is brought or picked up, as exactly as it is known. */
function whenText({ desde, hasta, ronda, parada, prometida, hora_at, tipo_entrega }: DeliverySheet): string {
	if (tipo_entrega === 'retiro') return hora_at ? `Retira el ${formatMoment(hora_at)}` : 'Sin hora acordada'
	if (desde && hasta)
		return `Ronda ${ronda}, parada ${parada} · llega entre ${formatHour(desde)} y ${formatHour(hasta)}`
	return prometida ? `Entregar hasta el ${formatDay(prometida)}` : 'Sin plazo prometido'
}

function Where({ sheet }: { sheet: DeliverySheet }) {
	const { calle, interior } = splitInterior(sheet.direccion)
	if (sheet.tipo_entrega === 'retiro')
		return <p className="sheet-address">{`Retiro: ${sheet.retiro || 'sin lugar anotado'}`}</p>
	return (
		<>
			<p className="sheet-address">{calle || 'Sin dirección'}</p>
			{interior && <p className="sheet-inside">{interior}</p>}
			{sheet.comuna && !formatDireccion(sheet.direccion).includes(sheet.comuna) && <p>{sheet.comuna}</p>}
		</>
	)
}

/** Why it is not to be handed over. */
const stopText = ({ orden_estado, metodo_pago, dinero }: DeliverySheet) =>
	awaitsHandover({ estado: orden_estado, metodo_pago })
		? `Su entrega está detenida. ${stoppedText(dinero)}`
		: `Su estado es ${estadoText(orden_estado)}.`

/** What is taken for it at the door, to the peso. */
function Money({ sheet }: { sheet: DeliverySheet }) {
	const { se_entrega, por_cobrar } = sheet
	return (
		<p className="sheet-money">
			{!se_entrega && (
				<>
					<strong>No entregar.</strong>
					<span>{` ${stopText(sheet)}`}</span>
				</>
			)}
			{se_entrega && por_cobrar === 0 && <span>Pagada: no se cobra nada.</span>}
			{se_entrega && por_cobrar > 0 && (
				<>
					<span>Cobrar en efectivo: </span>
					<strong>{formatClp(por_cobrar)}</strong>
				</>
			)}
		</p>
	)
}

function Notes({ notes }: { notes: readonly OrderNote[] }) {
	if (notes.length === 0) return null
	return (
		<section className="sheet-notes">
			<h5>Notas</h5>
			<ul>
				{notes.map(({ de, texto, created_at }) => (
					<li key={`${created_at}${texto}`}>{`${de === 'intento' ? 'Intento anterior. ' : ''}${texto}`}</li>
				))}
			</ul>
		</section>
	)
}

/** One order on one sheet of paper. */
export function Sheet({ sheet, hasNotes }: { sheet: DeliverySheet; hasNotes: boolean }) {
	const { orden_id, nro_orden, nombre, telefono, unidades, notas } = sheet
	const id = `hoja-${nro_orden}`
	return (
		<article className="sheet" aria-labelledby={id}>
			<header className="sheet-head">
				<div>
					<h4 id={id}>{`Orden ${nro_orden}`}</h4>
					<p>{whenText(sheet)}</p>
					<Link to={orderLink(orden_id)} className="link sheet-screen">
						Ver la orden<span className="sr-only">{` ${nro_orden}`}</span>
					</Link>
				</div>
				<QrCode
					text={`${window.location.origin}/perfil?${panelQuery({ orden: orden_id }).toString()}`}
					label={`Código QR que abre la orden ${nro_orden} en el panel`}
				/>
			</header>
			<Where sheet={sheet} />
			<p className="sheet-person">
				<strong>{nombre || 'Sin nombre'}</strong>
				<span>{` · ${formatPhone(telefono)}`}</span>
			</p>
			<ul className="sheet-units">
				{unidades.map(({ color, nombre: name, cantidad }) => (
					<li key={`${name}${color}`}>
						<strong>{`${cantidad} ${color}`}</strong>
						<span>{` ${name}`}</span>
					</li>
				))}
			</ul>
			<Money sheet={sheet} />
			{hasNotes && <Notes notes={notas} />}
		</article>
	)
}
