// Written by rig/pictures/encode.ts; change that script or the renders, not this file.
/** Content hashes of the pictures by name, part of their file names. */
export const viewHashes = {
	film: '33add168',
	'view-blade-blanco': 'f4555649',
	'view-blade-celeste': '623a8fbd',
	'view-blade-negro': '6c8276e2',
	'view-blade-rosado': '68e5902a',
	'view-size-blanco': '91ea2201',
	'view-size-celeste': '8307f10e',
	'view-size-negro': 'adca9b02',
	'view-size-rosado': 'd5624ff6',
	'view-spout-blanco': '356284fa',
	'view-spout-celeste': '61424352',
	'view-spout-negro': 'bcbb1dda',
	'view-spout-rosado': 'c07ca1a7',
	'view-usb-blanco': 'ed8082c6',
	'view-usb-celeste': 'eb411d95',
	'view-usb-negro': 'bc88892d',
	'view-usb-rosado': '05d0262b',
} as const
