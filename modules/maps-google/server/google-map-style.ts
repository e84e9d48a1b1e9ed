/** Static Maps in dark colours, as in the shop's own drawn map. */
export const googleMapStyle: readonly string[] = [
	'element:geometry|color:0x1b1c1f',
	'element:labels.text.fill|color:0xa9a7a1',
	'element:labels.text.stroke|color:0x1b1c1f',
	'feature:road|element:geometry|color:0x3a3d43',
	'feature:water|element:geometry|color:0x14161a',
	'feature:poi|visibility:off',
]
