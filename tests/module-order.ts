/** What the shop cannot work without, lowest first: each imports only earlier ones. */
export const specification = [
	'core',
	'delivery',
	'settings',
	'social',
	'catalog',
	'cart',
	'orders',
	'payments',
	'legal',
	'accounts',
	'checkout',
	'catalog/staff',
	'orders/staff',
	'staff',
	'privacy',
	'home',
]

/** What can be taken out: later ones may import earlier ones, and nothing of the specification imports any. */
export const optional = [
	'push',
	'security-trail',
	'second-factor',
	'coupons',
	'disputes',
	'tax-documents',
	'rounds',
	'returns',
	'customers',
	'staff-sales',
	'found',
	'back-in-stock',
	'numbers',
	'photos-and-colors',
	'search',
	'ready-messages',
	'jobs-panel',
	'first-day',
	'maps-google',
	'maps-osm',
	'backup',
	'alarms',
	'today',
]

/** All features, lowest first. */
export const order = [...specification, ...optional, 'shop']
