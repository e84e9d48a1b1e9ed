import { type Color, colorSlug } from '#domain/catalog/colors.ts'
import { useColors } from '#web/catalog/page-data.tsx'

interface ColorSwatchesProps {
	readonly selected: Color
	/** Units by colour; a colour that is missing is not known to be out. */
	readonly stock: Readonly<Record<string, number>>
	readonly onSelect: (color: Color) => void
	/** A pointer or finger rests on the colour: its picture is wanted soon. */
	readonly onIntent: (color: Color) => void
}

/** The colours as one choice. Those without stock cannot be chosen. */
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
