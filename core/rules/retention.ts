/** Days for which data about people is stored. The daily job deletes by these, and modules/legal/stored-data.ts prints them. */
export const retentionDays = {
	/** Sessions and links for a new password, after their end. */
	endedSession: 7,
	/** Accounts whose address was never proved, without orders and sessions. */
	unusedAccount: 30,
	/** Name, contact and address of an order that ended without any money. */
	unsoldOrder: 90,
	/** The picture of a transfer's proof, after its order's last movement: as long as `deliveryProof`. */
	transferProof: 190,
	/** Coordinates and metres of an order: Google's terms allow no more, and every provider gets the same. */
	mapPosition: 30,
	/** The network of an unpaid order. */
	orderNetwork: 30,
	/** A delivery's photo and recipient: the longest of a payment's dispute and the legal warranty. */
	deliveryProof: 190,
	/** A request for a notice of stock that was not confirmed, and the mails about requests. */
	unconfirmedNotice: 7,
	/** A confirmed one, while no stock comes. */
	stockNotice: 365,
	/** A request about personal data, after its answer, as the proof of it. */
	dataRequest: 365,
	/** The security trail's logins, changes of accounts, and refused attempts. */
	loginTrail: 180,
	changeTrail: 365,
	refusalTrail: 30,
} as const

/** The legal retention of tax documents and the buyers they name, in years. */
export const taxDocumentYears = 6
