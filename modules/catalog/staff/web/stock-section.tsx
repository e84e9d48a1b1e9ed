import { useEffect, useId, useRef, useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { dayIn } from '#core/rules/times.ts'
import { ActionForm, FormField } from '#core/web/forms/action-form.tsx'
import { checked, readWhole, reasonProblem, type Values, type Wrong } from '#core/web/forms/checked.ts'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { PanelLink, PanelSection, StaffAction, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { adjustStock, listMovements, listPrices, readStock } from '#modules/catalog/staff/endpoints.ts'
import type { AdjustStockRequest, StockMovement, StockOutlook } from '#modules/catalog/staff/shapes.ts'
import { daysLeftText, LowStock, reorderText, unitsText } from '#modules/catalog/staff/web/stock-texts.tsx'
import { stockFiles } from '#modules/lists/web/stock-files.ts'

function StockLine({ product, onAdjust }: { product: StockOutlook; onAdjust: () => void }) {
	const called = product.color || product.nombre
	return (
		<>
			<h4 className="stock-name">
				<span>{called}</span>
				<LowStock product={product} />
			</h4>
			<p className="stock-units">
				<strong className="digits">{product.stock}</strong>
				<span>{` ${product.stock === 1 ? 'unidad' : 'unidades'}`}</span>
			</p>
			<p className="muted small">{daysLeftText(product)}</p>
			{product.pedir_el !== null && (
				<p className="muted small">{`Pedir más: ${reorderText(product, dayIn(new Date())).toLowerCase()}`}</p>
			)}
			<p className="muted small">{`${product.sku} · umbral ${product.low_stock_threshold}`}</p>
			<div className="stock-ways">
				<StaffAction of={` el stock de ${called}`} onClick={onAdjust}>
					Ajustar
				</StaffAction>
				<PanelLink to={{ producto: product.id, pagina: undefined }} replace preventScrollReset className="staff-action">
					Historial<span className="visually-hidden">{` de ${called}`}</span>
				</PanelLink>
			</div>
		</>
	)
}

export default function StockSection() {
	const { text } = usePanelAddress()
	const list = useListPage('stock', () => requestTo(readStock))
	const [adjusting, setAdjusting] = useState<StockOutlook>()
	const products = list.rows
	const shown = products.find(({ id }) => String(id) === text('producto'))
	// The dialog remains open with its fields when a refetch fails.
	const adjusted = products.find(({ id }) => id === adjusting?.id) ?? adjusting
	return (
		<PanelSection>
			<ListPage
				list={list}
				isWhole
				rowKey="id"
				what="productos"
				empty="No hay productos."
				linesClass="stock-cards stack"
				lineClass={(product) => `stock-card ${product.stock_bajo ? 'staff-low' : ''}`}
				line={(product) => <StockLine product={product} onAdjust={() => setAdjusting(product)} />}
				exports={stockFiles}
			/>
			{shown && <Movements key={shown.id} product={shown} />}
			{shown && <Prices key={`${shown.id} precios`} product={shown} />}
			{adjusted && <AdjustDialog product={adjusted} onClose={() => setAdjusting(undefined)} />}
		</PanelSection>
	)
}

/** Changes the stock by a number of units, with a reason for the ledger. */
function AdjustDialog({ product, onClose }: { product: StockOutlook; onClose: () => void }) {
	const id = useId()
	const called = product.color || product.nombre
	return (
		<ActionForm
			title={`Ajustar el stock de ${called}`}
			confirmText="Ajustar"
			onClose={onClose}
			act={(values) => {
				const body = stockAdjustmentOf(values, product.stock)
				if ('wrong' in body) return body
				const request = requestTo(adjustStock, { params: { id: product.id }, body })
				return { request, done: `Stock de ${called} ajustado` }
			}}
		>
			<p>{unitsText(product)}</p>
			<fieldset className="adjust-ways stack tight">
				<legend className="visually-hidden">Movimiento</legend>
				{ways.map(([way, text], at) => (
					<label key={way}>
						<input type="radio" name="sentido" value={way} defaultChecked={at === 0} />
						<span>{text}</span>
					</label>
				))}
			</fieldset>
			<FormField label="Unidades" name="unidades" isNumber />
			<FormField
				label="Motivo"
				name="nota"
				hint="Con «Hay» escribe cuántas contaste; vacío es «Conteo»."
				list={`${id}-motivos`}
				maxLength={300}
			/>
			<datalist id={`${id}-motivos`}>
				{reasons.map((reason) => (
					<option key={reason} value={reason} />
				))}
			</datalist>
		</ActionForm>
	)
}

const ways = [
	['entran', 'Entran'],
	['salen', 'Salen'],
	['hay', 'Hay'],
] as const

const counted = 'Conteo'
const reasons = ['Llegó mercadería', counted, 'Producto dañado', 'Muestra o regalo'] as const

/**
 * The typed stock adjustment. Incoming and outgoing units are independent of concurrent sales; a count is sent with the
 * stock that it was compared with.
 */
export function stockAdjustmentOf(values: Values, stock: number): AdjustStockRequest | Wrong<'unidades' | 'nota'> {
	const typed = values.unidades ?? ''
	const isCount = values.sentido === 'hay'
	const nota = (values.nota ?? '').trim() || (isCount ? counted : '')
	let unidades: string | undefined
	if (isCount) {
		const units = typed.trim() ? readWhole(typed) : undefined
		if (units === undefined) unidades = 'Escribe cuántas unidades contaste.'
		if (units === stock) unidades = `Ya dice ${stock}: no hay nada que ajustar.`
		return checked({ unidades, nota: reasonProblem(nota) }, { cantidad: (units ?? 0) - stock, visto: stock, nota })
	}
	const units = readWhole(typed) ?? 0
	const isOut = values.sentido === 'salen'
	if (units === 0) unidades = 'Escribe cuántas unidades.'
	else if (isOut && units > stock) unidades = `Hay solo ${stock} en stock.`
	return checked({ unidades, nota: reasonProblem(nota) }, { cantidad: isOut ? -units : units, nota })
}

const motives: Readonly<Record<StockMovement['motivo'], string>> = {
	inicial: 'Stock inicial',
	venta: 'Venta',
	devolucion: 'Volvió al stock',
	ajuste: 'Ajuste',
}

/** The stock ledger of a product, newest first, with the stock after each movement. */
function Movements({ product }: { product: StockOutlook }) {
	const heading = useRef<HTMLHeadingElement>(null)
	const list = useListPage('movimientos', (page) =>
		requestTo(listMovements, { params: { id: product.id }, query: page }),
	)
	useEffect(() => {
		heading.current?.focus({ preventScroll: true })
		heading.current?.scrollIntoView({ block: 'start' })
	}, [])
	return (
		<section className="movements" aria-labelledby="historial">
			<h4 ref={heading} id="historial" tabIndex={-1} className="title-s">
				{`Historial de ${product.color || product.nombre}`}
			</h4>
			<ListPage
				list={list}
				rowKey="id"
				what="movimientos"
				empty="Sin movimientos."
				line={({ motivo, nota, orden_id, nro_orden, created_at, usuario, cantidad, saldo }) => (
					<>
						<div className="can-shrink">
							<p>
								<span className="strong">{motives[motivo]}</span>
								{nota && <span>{` · ${nota}`}</span>}
								{orden_id && (
									<>
										<span> · </span>
										<PanelLink to={{ orden: orden_id }} className="link">
											{`orden ${nro_orden}`}
										</PanelLink>
									</>
								)}
							</p>
							<p className="muted small">{`${formatMoment(created_at)} · ${usuario ?? 'la tienda'}`}</p>
						</div>
						<p className="movement-units digits">
							<strong>{cantidad > 0 ? `+${cantidad}` : `−${-cantidad}`}</strong>
							<span className="muted small">{`quedan ${saldo}`}</span>
						</p>
					</>
				)}
			/>
		</section>
	)
}

function Prices({ product }: { product: StockOutlook }) {
	const list = useListPage('precios', () => requestTo(listPrices, { params: { id: product.id } }))
	return (
		<section className="movements" aria-labelledby="precios">
			<h4 id="precios" className="title-s">
				{`Precios de ${product.color || product.nombre}`}
			</h4>
			<ListPage
				list={list}
				isWhole
				rowKey="id"
				what="precios"
				empty={`Siempre costó ${formatClp(product.precio)}.`}
				line={({ created_at, antes, despues, usuario }) => (
					<>
						<p className="muted small">{`${formatMoment(created_at)} · ${usuario ?? 'la tienda'}`}</p>
						<p className="digits">
							<span>{`${formatClp(antes)} → `}</span>
							<strong>{formatClp(despues)}</strong>
						</p>
					</>
				)}
			/>
		</section>
	)
}
