import { Link } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { panelQuery } from '#core/rules/panel-query.ts'
import { formatPhone } from '#core/rules/phone.ts'
import { formatDay, formatHour, formatMoment } from '#core/web/ui/format-date.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import { splitInterior } from '#modules/delivery/split-direccion.ts'
import { estadoText } from '#modules/orders/estado.ts'
import { awaitsHandover } from '#modules/orders/handover.ts'
import type { DeliverySheet } from '#modules/rounds/shapes/delivery-sheets.ts'
import { orderLink } from '#modules/rounds/web/order-link.ts'
import { unitsText } from '#modules/rounds/web/round-text.ts'
import { QrCode } from '#modules/rounds/web/sheets/qr-code.tsx'
import { stoppedText } from '#modules/staff-orders/web/order-fields.ts'

/** Returns the delivery or pickup time, as precisely as it is known. */
function whenText({ desde, hasta, ronda, parada, prometida, hora_at, tipo_entrega }: DeliverySheet): string {
	if (tipo_entrega === 'retiro') return hora_at ? `Retira el ${formatMoment(hora_at)}` : 'Sin hora acordada'
	if (desde && hasta)
		return `Ronda ${ronda}, parada ${parada} · llega entre ${formatHour(desde)} y ${formatHour(hasta)}`
	return prometida ? `Entregar hasta el ${formatDay(prometida)}` : 'Sin plazo prometido'
}

function Address({ sheet }: { sheet: DeliverySheet }) {
	const { calle, interior } = splitInterior(sheet.direccion)
	if (sheet.tipo_entrega === 'retiro')
		return <p className="label-address">{`Retiro: ${sheet.retiro || 'sin lugar anotado'}`}</p>
	return (
		<>
			<p className="label-address">{calle || 'Sin dirección'}</p>
			{interior && <p className="label-address">{interior}</p>}
			{sheet.comuna && !formatDireccion(sheet.direccion).includes(sheet.comuna) && <p>{sheet.comuna}</p>}
		</>
	)
}

/** Returns the cash to collect, or why the order must not be handed over. */
function moneyText({ se_entrega, por_cobrar, orden_estado, metodo_pago, dinero }: DeliverySheet): string {
	if (se_entrega) return por_cobrar > 0 ? `Cobrar en efectivo: ${formatClp(por_cobrar)}` : 'Pagada: no se cobra nada.'
	return awaitsHandover({ estado: orden_estado, metodo_pago })
		? `No entregar. Su entrega está detenida. ${stoppedText(dinero)}`
		: `No entregar. Su estado es ${estadoText(orden_estado)}.`
}

/** The label of one order: a quarter of an A4 page. */
export function Label({ sheet }: { sheet: DeliverySheet }) {
	const { orden_id, nro_orden, nombre, telefono, unidades } = sheet
	const id = `etiqueta-${nro_orden}`
	return (
		<article className="label" aria-labelledby={id}>
			<header>
				<div>
					<h4 id={id}>
						<Link to={orderLink(orden_id)} className="link">{`Orden ${nro_orden}`}</Link>
					</h4>
					<p>{whenText(sheet)}</p>
				</div>
				<QrCode
					text={`${window.location.origin}/perfil?${panelQuery({ orden: orden_id }).toString()}`}
					label={`Código QR que abre la orden ${nro_orden} en el panel`}
				/>
			</header>
			<Address sheet={sheet} />
			<p>{`${nombre || 'Sin nombre'} · ${formatPhone(telefono)}`}</p>
			<p>{unitsText(unidades)}</p>
			<p className="label-money">{moneyText(sheet)}</p>
		</article>
	)
}
