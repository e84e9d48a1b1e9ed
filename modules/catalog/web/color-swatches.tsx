import { type Color, colorSlug } from '#modules/catalog/colors.ts'
import { useColors } from '#modules/catalog/web/page-data.tsx'

interface ColorSwatchesProps {
	readonly selected: Color
	/** Units by colour; a missing colour counts as available. */
	readonly stock: Readonly<Record<string, number>>
	readonly onSelect: (color: Color) => void
	/** Called on hover or touch, to preload the picture. */
	readonly onIntent: (color: Color) => void
}

/** Radio group of the colours. Colours without stock are disabled. */
export function ColorSwatches({ selected, stock, onSelect, onIntent }: ColorSwatchesProps) {
	const colors = useColors()
	return (
		<fieldset className="swatches">
			<legend className="visually-hidden">
				Color <strong>{selected}</strong>
			</legend>
			{colors.map((color) => (
				<label key={color} className="swatch" data-swatch={colorSlug(color)} onPointerEnter={() => onIntent(color)}>
					<input
						type="radio"
						name="color"
						value={colorSlug(color)}
						checked={color === selected}
						disabled={stock[color] !== undefined && stock[color] <= 0}
						onChange={() => onSelect(color)}
					/>
					<span className="swatch-name">{color}</span>
				</label>
			))}
		</fieldset>
	)
}
