/** Advice for a street unknown to the map. */
export const noAddressText =
	'No encontramos esa dirección en el mapa. Elige la esquina o la estación de metro más cercana y escribe la dirección exacta en el campo siguiente.'
