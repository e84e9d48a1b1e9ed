import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addressOf } from '#core/contract/endpoint.ts'
import { formatClp, sumClp } from '#core/rules/money.ts'
import { metodoPagoText } from '#core/rules/payment-methods.ts'
import { dayIn } from '#core/rules/times.ts'
import { FiguresTable } from '#core/web/list/figures.tsx'
import { addressOfSettings, panelKey } from '#core/web/panel/panel-parts.tsx'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { formatDay } from '#core/web/ui/format-date.ts'
import { readStock } from '#modules/catalog/staff/endpoints.ts'
import { reorderText } from '#modules/catalog/staff/web/stock-texts.tsx'
import { reorderColumns } from '#modules/lists/web/numbers-parts.ts'
import {
	exportFunnel,
	exportMoneyToCome,
	exportReorder,
	readFunnel,
	readMoneyToCome,
} from '#modules/numbers/endpoints.ts'
import type { FunnelStep } from '#modules/numbers/funnel.ts'
import type { FunnelAnswer, MoneyToComeAnswer } from '#modules/numbers/shapes.ts'

const stepTexts: Readonly<Record<FunnelStep, string>> = {
	portada: 'Vieron la portada',
	carrito: 'Agregaron al carrito',
	pago: 'Abrieron el pago',
	orden: 'Hicieron el pedido',
	pagada: 'Pagaron',
}

const number = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })
const percentText = (part: number | null) => (part === null ? '—' : `${number.format(part)} %`)

/** Explains the counts and their first day: older orders have no page views. */
function noteOf({ contado_desde, desde }: FunnelAnswer): string {
	const how = 'Veces, no personas: se cuenta sin cookies y sin datos de nadie. Pedidos y pagos salen de las órdenes.'
	if (contado_desde === null) return `${how} Todavía no se ha contado ninguna visita.`
	return contado_desde > desde ? `${how} Las visitas se cuentan desde el ${formatDay(contado_desde)}.` : how
}

/** Conversion funnel of a period. */
export function Funnel({ desde, hasta }: { desde: string; hasta: string }) {
	const query = { desde, hasta }
	const { data } = useQuery({
		queryKey: [...panelKey, 'embudo', query],
		queryFn: () => fetchFrom(readFunnel, { query }),
		placeholderData: keepPreviousData,
		staleTime: 0,
	})
	if (!data) return null
	return (
		<FiguresTable
			title="De la portada al pago"
			note={noteOf(data)}
			rows={data.pasos}
			keyOf={({ paso }) => paso}
			columns={[
				{ head: 'Paso', cell: ({ paso }) => stepTexts[paso] },
				{ head: 'Veces', cell: ({ cantidad }) => number.format(cantidad), isNumber: true },
				{ head: 'Del anterior', cell: ({ del_anterior }) => percentText(del_anterior), isNumber: true },
				{ head: 'De la portada', cell: ({ de_la_portada }) => percentText(de_la_portada), isNumber: true },
			]}
			emptyText=""
			file={{ label: 'Por día', address: addressOf(exportFunnel, { query }) }}
		/>
	)
}

const leadText = (days: number | null) =>
	days === null
		? 'Para saber qué día pedir, anota en Ajustes («Tiempo de reposición») cuánto tarda un pedido. El día aparece con una semana de ventas.'
		: `Un pedido tarda ${days} días en llegar (Ajustes, «Tiempo de reposición»).`

/** Days of stock left and reorder date of each colour, most urgent first. */
export function Reorder() {
	const { data } = useQuery({
		queryKey: [...panelKey, 'reposicion'],
		queryFn: () => fetchFrom(readStock),
		staleTime: 0,
	})
	if (!data) return null
	const today = dayIn(new Date())
	const last = '9999-12-31'
	const rows = data.results.toSorted((a, b) => (a.pedir_el ?? last).localeCompare(b.pedir_el ?? last))
	return (
		<FiguresTable
			title="Cuándo pedir más"
			note={`«Días» es lo que alcanza el stock al ritmo de las últimas semanas. ${leadText(data.dias_reposicion)}`}
			rows={rows}
			keyOf={({ id }) => String(id)}
			columns={[
				{ head: 'Color', cell: ({ color, nombre }) => color || nombre },
				{ head: 'Pedir', cell: (product) => reorderText(product, today) },
				...reorderColumns,
				{ head: 'Días', cell: ({ dias_restantes }) => dias_restantes ?? '—', isNumber: true },
				{ head: 'Por día', cell: ({ por_dia }) => number.format(por_dia), isNumber: true },
				{ head: 'Stock', cell: ({ stock }) => stock, isNumber: true },
			]}
			emptyText="No hay productos."
			file={{ label: 'Reposición', address: addressOf(exportReorder) }}
		/>
	)
}

type Gateway = MoneyToComeAnswer['pasarelas'][number]

const namesOf = (gateways: readonly Gateway[]) => gateways.map(({ gateway }) => metodoPagoText[gateway]).join(', ')

/** Expected payouts of the gateways by day. */
export function MoneyToCome() {
	const { data } = useQuery({
		queryKey: [...panelKey, 'por-recibir'],
		queryFn: () => fetchFrom(readMoneyToCome),
		staleTime: 0,
	})
	if (!data) return null
	const { pasarelas, abonos } = data
	const due = pasarelas.filter(({ pagos }) => pagos > 0)
	const total = sumClp(due.map(({ por_recibir }) => por_recibir))
	// Missing from the sums, because their fees or terms are not set.
	const withoutDays = pasarelas.filter(({ dias }) => dias === null)
	const withoutFee = pasarelas.filter(({ dias, comision_porcentaje }) => dias !== null && comision_porcentaje === null)
	const parts = due.map(({ gateway, por_recibir }) => `${metodoPagoText[gateway]} ${formatClp(por_recibir)}`)
	return (
		<FiguresTable
			title="Dinero por recibir"
			note={
				<>
					{due.length > 0 && (
						<>
							<strong>{formatClp(total)}</strong>
							<span>{` en camino: ${parts.join(', ')}. Es una estimación con las comisiones y los días de Ajustes.`}</span>
						</>
					)}
					{withoutDays.length > 0 && <span>{` Falta anotar cuándo abona: ${namesOf(withoutDays)}.`}</span>}
					{withoutFee.length > 0 && (
						<span>{` Sin descontar la comisión, que falta anotar: ${namesOf(withoutFee)}.`}</span>
					)}
					{withoutDays.length + withoutFee.length > 0 && (
						<>
							<span> </span>
							<Link to={`?${addressOfSettings('abonos').toString()}`} className="link">
								Anotar en Ajustes
							</Link>
						</>
					)}
				</>
			}
			rows={abonos}
			keyOf={({ dia, gateway }) => `${dia} ${gateway}`}
			columns={[
				{ head: 'Llega el', cell: ({ dia }) => formatDay(dia) },
				{ head: 'Pasarela', cell: ({ gateway }) => metodoPagoText[gateway] },
				{ head: 'Por recibir', cell: ({ por_recibir }) => formatClp(por_recibir), isNumber: true },
				{ head: 'Cobrado', cell: ({ cobrado }) => formatClp(cobrado), isNumber: true },
				{ head: 'Comisión', cell: ({ comision }) => formatClp(comision), isNumber: true },
				{ head: 'Devuelto', cell: ({ devuelto }) => formatClp(devuelto), isNumber: true },
				{ head: 'En disputa o perdido', cell: ({ en_disputa }) => formatClp(en_disputa), isNumber: true },
				{ head: 'Pagos', cell: ({ pagos }) => pagos, isNumber: true },
			]}
			emptyText={
				withoutDays.length === pasarelas.length
					? 'Todavía no se puede decir cuánto viene en camino.'
					: 'Ninguna de las anotadas tiene dinero por abonar.'
			}
			file={{ label: 'Por recibir', address: addressOf(exportMoneyToCome) }}
		/>
	)
}
