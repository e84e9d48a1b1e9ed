import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ListFrame } from '#core/web/list/list-frame.tsx'
import { panelKey } from '#core/web/panel/panel-key.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { Alert } from '#core/web/ui/alert.tsx'
import { Button } from '#core/web/ui/button.tsx'
import { Icon } from '#core/web/ui/icon.tsx'
import { readSheets } from '#modules/rounds/endpoints.ts'
import type { SheetsAnswer } from '#modules/rounds/shapes/delivery-sheets.ts'
import { Label } from '#modules/rounds/web/sheets/label.tsx'
import { PackingPage } from '#modules/rounds/web/sheets/packing-page.tsx'
import '#modules/rounds/web/sheets/sheets.css'

const useSheets = (numbers: string) =>
	useQuery({
		queryKey: [...panelKey, 'hojas', numbers],
		queryFn: () => fetchFrom(readSheets, { query: { ordenes: numbers } }),
		staleTime: 0,
	})

/** Returns the requested numbers that match no order. */
function missingText(numbers: string, { hojas }: SheetsAnswer): string {
	const missing = numbers.split(',').filter((one) => !hojas.some(({ nro_orden }) => String(nro_orden) === one))
	if (missing.length === 0) return ''
	return missing.length === 1 ? `No existe la orden ${missing[0]}.` : `No existen las órdenes ${missing.join(', ')}.`
}

/** The packing list and the labels (four per A4 page), on screen and in print. `numbers`: from the address. */
export function DeliverySheets({ numbers, back }: { numbers: string; back: string }) {
	const { data = { hojas: [] }, isPending, isFetching, isError, refetch } = useSheets(numbers)
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
				<div className="sheets">
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
