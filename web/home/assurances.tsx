import { Contact } from '#web/home/contact.tsx'
import { Policies } from '#web/home/policies.tsx'
import { Questions } from '#web/home/questions.tsx'

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
