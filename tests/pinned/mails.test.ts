import { expect, it } from 'vitest'
import { mailTemplates } from '#core/rules/mails.ts'
import { renderForUnproved, renderTemplate } from '#shop/server/mail/send-mail.ts'
import { sampleData, sampleShop } from '#tests/sample-mails.ts'

const block = (title: string, { subject, text }: { subject: string; text: string }) =>
	`=== ${title}\nSubject: ${subject}\n\n${text.trimEnd()}\n`

it('writes subject and plain text of each mail as recorded', async () => {
	const blocks = mailTemplates.toSorted().flatMap((template) => {
		const mail = renderTemplate(template, sampleData[template], sampleShop)
		const toUnproved = renderForUnproved(template, sampleData[template], sampleShop)
		const unproved = toUnproved.text === mail.text ? [] : [block(`${template}, to an unproved address`, toUnproved)]
		return [block(template, mail), ...unproved]
	})
	await expect(blocks.join('\n')).toMatchFileSnapshot('recorded/mails.txt')
})
