import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addressOf } from '#core/contract/endpoint.ts'
import { formatClp, sumClp } from '#core/rules/money.ts'
import { metodoPagoText } from '#core/rules/payment-methods.ts'
import { FiguresTable } from '#core/web/list/figures-table.tsx'
import { addressOfSettings } from '#core/web/panel/panel-address.ts'
import { panelKey } from '#core/web/panel/panel-key.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { formatDay } from '#core/web/ui/format-date.ts'
import { exportMoneyToCome, readMoneyToCome } from '#modules/numbers/endpoints.ts'
import type { MoneyToComeAnswer } from '#modules/numbers/shapes.ts'

type Gateway = MoneyToComeAnswer['pasarelas'][number]
type Payout = MoneyToComeAnswer['abonos'][number]

/** Gateways that are missing from the sums because their fees or terms are not set, with links to the settings. */
function MissingTerms({ pasarelas }: { pasarelas: readonly Gateway[] }) {
	const names = (gateways: readonly Gateway[]) => gateways.map(({ gateway }) => metodoPagoText[gateway]).join(', ')
	const withoutDays = pasarelas.filter(({ dias }) => dias === null)
	const withoutFee = pasarelas.filter(({ dias, comision_porcentaje }) => dias !== null && comision_porcentaje === null)
	return (
		<>
			<span>{`${withoutDays.length > 0 ? ` Falta anotar cuándo abona: ${names(withoutDays)}.` : ''}${withoutFee.length > 0 ? ` Sin descontar la comisión, que falta anotar: ${names(withoutFee)}.` : ''}`}</span>
			{withoutDays.length + withoutFee.length > 0 && (
				<>
					<span> </span>
					<Link to={`?${addressOfSettings('abonos').toString()}`} className="link">
						Anotar en Ajustes
					</Link>
				</>
			)}
		</>
	)
}

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
	const parts = due.map(({ gateway, por_recibir }) => `${metodoPagoText[gateway]} ${formatClp(por_recibir)}`)
	return (
		<FiguresTable<Payout>
			title="Dinero por recibir"
			note={
				<>
					{due.length > 0 && (
						<>
							<strong>{formatClp(total)}</strong>
							<span>{` en camino: ${parts.join(', ')}. Es una estimación con las comisiones y los días de Ajustes.`}</span>
						</>
					)}
					<MissingTerms pasarelas={pasarelas} />
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
				{ head: 'En disputa', cell: ({ en_disputa }) => formatClp(en_disputa), isNumber: true },
				{ head: 'Pagos', cell: ({ pagos }) => pagos, isNumber: true },
			]}
			emptyText={
				pasarelas.every(({ dias }) => dias === null)
					? 'Todavía no se puede decir cuánto viene en camino.'
					: 'Ninguna de las anotadas tiene dinero por abonar.'
			}
			file={{ label: 'Por recibir', address: addressOf(exportMoneyToCome) }}
		/>
	)
}
