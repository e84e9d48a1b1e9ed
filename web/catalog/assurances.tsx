import { Contact } from '#web/catalog/contact.tsx'
import { Policies } from '#web/catalog/policies.tsx'
import { Questions } from '#web/catalog/questions.tsx'

/** What a shopper asks before paying. */
export default function Assurances() {
	return (
		<>
			<Questions />
			<Policies />
			<Contact />
		</>
	)
}
