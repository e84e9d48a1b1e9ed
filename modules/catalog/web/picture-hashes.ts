// Written by rig/pictures/encode.ts; change that script or the renders, not this file.
/** Content hashes of the pictures by name, part of their file names. */
export const pictureHashes = {
	'hero-blanco': '5fe4fac9',
	'hero-celeste': '44842e3e',
	'hero-negro': '94992cd1',
	'hero-rosado': '6a4e9688',
	'slide-gym': 'f7ebcbcb',
	'slide-gym-tall': '9b35afe9',
	'slide-kitchen': '25329bc6',
	'slide-kitchen-tall': 'e07ca444',
	'view-blade-celeste': '623a8fbd',
	'view-spout-rosado': 'c07ca1a7',
	'view-usb-negro': 'bc88892d',
} as const
