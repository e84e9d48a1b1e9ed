import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ListFrame } from '#core/web/list/staff-list.tsx'
import { panelKey } from '#core/web/panel/panel-parts.tsx'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { Icon } from '#core/web/ui/parts.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { readSheets } from '#modules/rounds/endpoints.ts'
import type { DeliverySheet, SheetsAnswer } from '#modules/rounds/shapes.ts'
import '#modules/rounds/web/sheets.css'
import { encode } from 'uqr'
import { formatClp } from '#core/rules/money.ts'
import { formatPhone } from '#core/rules/person-data.ts'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { formatDay, formatHour, formatMoment } from '#core/web/ui/format-date.ts'
import { splitInterior } from '#modules/delivery/address.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import { estadoText } from '#modules/orders/estado.ts'
import { awaitsHandover } from '#modules/orders/handover.ts'
import { stoppedText } from '#modules/orders/staff/web/money-text.ts'
import { packingList, unitsText } from '#modules/rounds/rounds.ts'

/** Returns the requested numbers that match no order. */
function missingText(numbers: string, { hojas }: SheetsAnswer): string {
	const missing = numbers.split(',').filter((one) => !hojas.some(({ nro_orden }) => String(nro_orden) === one))
	if (missing.length === 0) return ''
	return missing.length === 1 ? `No existe la orden ${missing[0]}.` : `No existen las órdenes ${missing.join(', ')}.`
}

/** The packing list and the labels (four per A4 page), on screen and in print. `numbers`: from the address. */
export function DeliverySheets({ numbers, back }: { numbers: string; back: string }) {
	const sheets = useQuery({
		queryKey: [...panelKey, 'hojas', numbers],
		queryFn: () => fetchFrom(readSheets, { query: { ordenes: numbers } }),
		staleTime: 0,
	})
	const { data = { hojas: [] }, isPending, isFetching, isError, refetch } = sheets
	const packed = data.hojas.filter(({ se_entrega }) => se_entrega)
	const missing = isPending ? '' : missingText(numbers, data)
	return (
		<>
			<Link to={back} className="back-link">
				<Icon name="back" />
				Volver al reparto
			</Link>
			<ListFrame
				isFirst={isPending}
				isBusy={isFetching}
				isError={isError}
				isEmpty={data.hojas.length === 0}
				emptyText={missing}
				onReload={() => void refetch()}
			>
				<Button className="at-start below-m" onClick={() => window.print()}>
					Imprimir
				</Button>
				{missing && <Alert tone="warn">{missing}</Alert>}
				<div className="sheets print-alone">
					{packed.length > 1 && <PackingPage sheets={packed} />}
					<div className="labels">
						{data.hojas.map((sheet) => (
							<Label key={sheet.nro_orden} sheet={sheet} />
						))}
					</div>
				</div>
			</ListFrame>
		</>
	)
}

/** The packing list: units per colour, one row with a tick box per order, and the cash to collect. */
function PackingPage({ sheets }: { sheets: readonly DeliverySheet[] }) {
	const list = packingList(sheets)
	const cash = sheets.reduce((sum, { por_cobrar }) => sum + por_cobrar, 0)
	return (
		<article className="sheets-list" aria-labelledby="empacar">
			<h4 id="empacar">Para empacar</h4>
			<table className="packing">
				<caption className="visually-hidden">Unidades de cada color</caption>
				<thead>
					<tr>
						<th scope="col">Color</th>
						<th scope="col">Unidades</th>
					</tr>
				</thead>
				<tbody>
					{list.map(({ color, cantidad }) => (
						<tr key={color}>
							<th scope="row">{color}</th>
							<td>{cantidad}</td>
						</tr>
					))}
				</tbody>
				<tfoot>
					<tr>
						<th scope="row">En total</th>
						<td>{list.reduce((sum, { cantidad }) => sum + cantidad, 0)}</td>
					</tr>
				</tfoot>
			</table>
			<ol className="packing-orders" aria-label="Órdenes">
				{sheets.map(({ nro_orden, nombre, unidades }) => (
					<li key={nro_orden}>
						<span className="packing-tick" aria-hidden="true" /> <strong>{`Orden ${nro_orden}`}</strong>
						<span>{` · ${nombre || 'Sin nombre'} · ${unitsText(unidades)}`}</span>
					</li>
				))}
			</ol>
			{cash > 0 && (
				<p>
					Por cobrar en efectivo: <strong>{formatClp(cash)}</strong>
				</p>
			)}
		</article>
	)
}

/** Returns the delivery or pickup time, as precisely as it is known. */
function whenText({ desde, hasta, ronda, parada, prometida, hora_at, tipo_entrega }: DeliverySheet): string {
	if (tipo_entrega === 'retiro') return hora_at ? `Retira el ${formatMoment(hora_at)}` : 'Sin hora acordada'
	if (desde && hasta)
		return `Ronda ${ronda}, parada ${parada} · llega entre ${formatHour(desde)} y ${formatHour(hasta)}`
	return prometida ? `Entregar hasta el ${formatDay(prometida)}` : 'Sin plazo prometido'
}

/** Returns the cash to collect, or why the order must not be handed over. */
function moneyText({ se_entrega, por_cobrar, orden_estado, metodo_pago, dinero }: DeliverySheet): string {
	if (se_entrega) return por_cobrar > 0 ? `Cobrar en efectivo: ${formatClp(por_cobrar)}` : 'Pagada: no se cobra nada.'
	return awaitsHandover({ estado: orden_estado, metodo_pago })
		? `No entregar. Su entrega está detenida. ${stoppedText(dinero)}`
		: `No entregar. Su estado es ${estadoText(orden_estado)}.`
}

/** The label of one order: a quarter of an A4 page. */
function Label({ sheet }: { sheet: DeliverySheet }) {
	const { orden_id, nro_orden, nombre, telefono, unidades } = sheet
	const id = `etiqueta-${nro_orden}`
	const { calle, interior } = splitInterior(sheet.direccion)
	return (
		<article className="label" aria-labelledby={id}>
			<header>
				<div>
					<h4 id={id}>
						<Link to={`?${panelQuery({ orden: orden_id })}`} className="link">{`Orden ${nro_orden}`}</Link>
					</h4>
					<p>{whenText(sheet)}</p>
				</div>
				<QrCode
					text={`${window.location.origin}/perfil?${panelQuery({ orden: orden_id }).toString()}`}
					label={`Código QR que abre la orden ${nro_orden} en el panel`}
				/>
			</header>
			{sheet.tipo_entrega === 'retiro' ? (
				<p className="label-address">{`Retiro: ${sheet.retiro || 'sin lugar anotado'}`}</p>
			) : (
				<>
					<p className="label-address">{calle || 'Sin dirección'}</p>
					{interior && <p className="label-address">{interior}</p>}
					{sheet.comuna && !formatDireccion(sheet.direccion).includes(sheet.comuna) && <p>{sheet.comuna}</p>}
				</>
			)}
			<p>{`${nombre || 'Sin nombre'} · ${formatPhone(telefono)}`}</p>
			<p>{unitsText(unidades)}</p>
			<p className="label-money">{moneyText(sheet)}</p>
		</article>
	)
}

/** Joins adjacent dark squares into one stroke, which shortens the path for printers. */
const rowPath = (row: readonly boolean[], y: number) =>
	row.map((isDark, x) => (isDark && !row[x - 1] ? `M${x} ${y}h${runFrom(row, x)}v1H${x}z` : '')).join('')

function runFrom(row: readonly boolean[], start: number): number {
	const end = row.indexOf(false, start)
	return (end < 0 ? row.length : end) - start
}

/** A QR code of `text`, always black on white, with the quiet zone that readers require. */
export function QrCode({ text, label }: { text: string; label: string }) {
	const { data, size } = encode(text, { ecc: 'M', border: 4 })
	return (
		<svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
			<path fill="white" d={`M0 0h${size}v${size}H0z`} />
			<path fill="black" d={data.map(rowPath).join('')} />
		</svg>
	)
}
