import type { MailTemplate } from '#core/rules/mails.ts'
import type { MailDefinition } from '#core/server/mail/define-mail.ts'
import { accountMails } from '#modules/accounts/server/account-mails.ts'
import { alarmMails } from '#modules/alarms/server/alarm-mail.ts'
import { noticeMails } from '#modules/back-in-stock/server/notice-mails.ts'
import { stockMails } from '#modules/catalog/staff/server/stock-mails.ts'
import { testMail } from '#modules/first-day/server/test-mail.ts'
import { googleMails } from '#modules/maps-google/server/google-mails.ts'
import { orderMails } from '#modules/orders/server/mail-templates.ts'
import { staffOrderMails } from '#modules/orders/server/staff-mails.ts'
import { refundMails } from '#modules/payments/server/refund-mails.ts'
import { requestMails } from '#modules/privacy/server/request-mails.ts'
import { returnMails } from '#modules/returns/server/return-mails.ts'
import { deliveryMails } from '#modules/rounds/server/delivery-mails.ts'
import { factorMails } from '#modules/second-factor/server/factor-mails.ts'
import { settingMails } from '#modules/settings/server/setting-mails.ts'
import { rightsChanged, staffMails } from '#modules/staff/server/staff-mails.ts'
import { taxMails } from '#modules/tax-documents/server/tax-mails.ts'

const mails: Readonly<Partial<Record<MailTemplate, MailDefinition>>> = {
	...orderMails,
	...staffOrderMails,
	...refundMails,
	...accountMails,
	...factorMails,
	...stockMails,
	...settingMails,
	...staffMails,
	derechos_cambiados: rightsChanged,
	...taxMails,
	...deliveryMails,
	...returnMails,
	...requestMails,
	...testMail,
	...googleMails,
	...alarmMails,
	...noticeMails,
}

/** The mail of a template; undefined for one of another version of the shop. */
export const mailOf = (plantilla: MailTemplate): MailDefinition | undefined => mails[plantilla]

/** Whether a stored mail went to the customer of an order that is not anonymized, so that staff may resend it. */
export const isForCustomer = (mail: { readonly plantilla: MailTemplate; readonly destinatario: string }): boolean =>
	mailOf(mail.plantilla)?.mayBeSentAgain === true && mail.destinatario !== ''
