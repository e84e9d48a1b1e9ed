import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { maxEmailCharacters } from '#core/rules/email-address.ts'
import { panelKey } from '#core/web/panel/panel-key.ts'
import { Icon } from '#core/web/ui/icon.tsx'

interface SearchFormProps {
	readonly label: string
	readonly placeholder?: string
	/** What was searched last. */
	readonly value: string
	readonly onSearch: (text: string) => void
}

/** A search that starts with 'Buscar' or Enter. The field's own cross takes the search back. */
export function SearchForm({ label, placeholder, value, onSearch }: SearchFormProps) {
	const client = useQueryClient()
	const id = useId()
	const input = useRef<HTMLInputElement>(null)
	const searched = useRef(value)
	useEffect(() => {
		// One's own search stands in the field already; any other, as when all of them are taken back, is put there.
		if (input.current && searched.current !== value) input.current.value = value
		searched.current = value
	}, [value])
	function search(text: string): void {
		searched.current = text
		// The same address causes no new request.
		if (text === value) void client.invalidateQueries({ queryKey: panelKey })
		else onSearch(text)
	}
	function onSubmit(event: FormEvent): void {
		event.preventDefault()
		search(input.current?.value.trim() ?? '')
	}
	return (
		<search>
			<form className="staff-search" onSubmit={onSubmit}>
				<label htmlFor={id} className="visually-hidden">
					{label}
				</label>
				<input
					ref={input}
					id={id}
					type="search"
					name="buscar"
					autoComplete="off"
					maxLength={maxEmailCharacters}
					defaultValue={value}
					placeholder={placeholder ?? label}
					className="input"
					onInput={(event) => value !== '' && event.currentTarget.value === '' && search('')}
				/>
				<button type="submit" className="button button-outline">
					<Icon name="search" />
					Buscar
				</button>
			</form>
		</search>
	)
}
