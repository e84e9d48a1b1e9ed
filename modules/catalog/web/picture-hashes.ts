// Written by rig/pictures/encode.ts; change that script or the renders, not this file.
/** Content hashes of the pictures by name, part of their file names. */
export const pictureHashes = {
	'detail-blade': 'a4596895',
	'detail-spout': '6b828fe4',
	'detail-usb': 'a47acbfa',
	'hero-blanco': '4b6488da',
	'hero-celeste': 'f1c79e20',
	'hero-negro': 'c83572f8',
	'hero-rosado': '445c97c2',
	'slide-gym': 'f7ebcbcb',
	'slide-gym-tall': '9b35afe9',
	'slide-kitchen': '25329bc6',
	'slide-kitchen-tall': 'e07ca444',
} as const
