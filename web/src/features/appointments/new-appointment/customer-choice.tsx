import type { Customer } from '@na-regua/contract/customers'
import { MOBILE_DIGITS } from '@na-regua/contract/phones'
import { MAX_NAME, MAX_SEARCH_TEXT } from '@na-regua/contract/text-limits'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react'
import { formatDate, formatPhone } from '../../../lib/format.ts'
import { useCommands } from '../../../lib/use-commands.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PhoneField, useFocus } from '../../../ui/phone-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { knownCustomersQuery, MAX_SUGGESTIONS } from './queries.ts'
import { type ChosenCustomer, findTag, noCustomer } from './rules.ts'

const offlineHint = 'Sem rede: quem já é cliente é reconhecido pelo telefone.'

type CustomerChoiceProps = {
  barbershopId: string
  timeZone: string
  value: ChosenCustomer
  onChange: (value: ChosenCustomer) => void
  /** A new customer of a sale is a name only: nothing would keep the phone. */
  asksPhone?: boolean
  /** Of the phone, where the fields were submitted with one that is none. */
  problem?: string | undefined
  /** Not for a customer who is there: the services are then in view, without a keyboard before them. */
  isFocused: boolean
}

/** Whose mobile number was typed in full. Undefined if it is that of several, who may share it, or of someone blocked. */
function findOnlyOwner(customers: readonly Customer[] | undefined, { phone, name }: ChosenCustomer) {
  const [owner, other] =
    phone.length === MOBILE_DIGITS && !name ? (customers?.filter((one) => one.phone === phone) ?? []) : []
  return other || owner?.isBlocked ? undefined : owner
}

/** Those whose name or phone is typed; then those with a tag that begins with the text. */
function useSuggestions(barbershopId: string, search: string) {
  const q = useDeferredValue(search)
  const { isOffline } = useCommands()
  const isSearching = !isOffline && (/\d{3}/.test(q) || /\p{L}{2}/u.test(q))
  const { data } = useQuery({ ...knownCustomersQuery(barbershopId, { q }), enabled: isSearching })
  const tag = isSearching && data ? findTag(data.tags, q) : undefined
  const tagged = useQuery({ ...knownCustomersQuery(barbershopId, { tag }), enabled: tag !== undefined })
  const found = isSearching ? data?.customers : undefined
  const others = tag ? (tagged.data?.customers ?? []) : []
  const suggestions = [...(found ?? []), ...others.filter(({ id }) => !found?.some((one) => one.id === id))]
  return { found, suggestions: suggestions.slice(0, MAX_SUGGESTIONS), isOffline }
}

/** A known customer as one types, or a name and a phone, both optional. Suggestions appear after three digits or two letters. */
export function CustomerChoice(props: CustomerChoiceProps) {
  const { barbershopId, timeZone, value, onChange } = props
  const [search, setSearch] = useState('')
  const { found, suggestions, isOffline } = useSuggestions(barbershopId, search)
  const [isCleared, setCleared] = useState(false)
  const owner = isCleared || value.known ? undefined : findOnlyOwner(found, value)
  const choose = useEffectEvent((known: Customer) => onChange({ ...noCustomer, known }))
  useEffect(() => {
    if (owner) choose(owner)
  }, [owner])

  /** Who calls may book for another person: the same number is then not taken for its owner again. */
  function clear() {
    setCleared(true)
    setSearch('')
    onChange(noCustomer)
  }

  if (value.known) return <KnownCustomer customer={value.known} onClear={clear} />
  return (
    <div className="grid grid-cols-1 gap-3">
      <NewCustomerFields
        {...props}
        isOffline={isOffline}
        onSearch={(text) => setSearch(text.slice(0, MAX_SEARCH_TEXT))}
      />
      {suggestions.length > 0 && (
        <Suggestions
          customers={suggestions}
          timeZone={timeZone}
          onChoose={(known) => onChange({ ...noCustomer, known })}
        />
      )}
    </div>
  )
}

type NewCustomerFieldsProps = CustomerChoiceProps & { isOffline: boolean; onSearch: (text: string) => void }

function NewCustomerFields(props: NewCustomerFieldsProps) {
  const { value, problem, asksPhone = true, isFocused, isOffline, onChange, onSearch } = props
  const id = useId()
  useFocus(id, isFocused)
  const hint = asksPhone ? 'Nome ou marcador.' : 'Nome, telefone ou marcador de quem já é cliente.'
  return (
    <div className={clsx('grid items-start gap-3 *:min-w-0 *:grid-cols-1', asksPhone ? 'grid-cols-2' : 'grid-cols-1')}>
      <TextField
        id={id}
        label="Cliente"
        value={value.name}
        maxLength={MAX_NAME}
        autoComplete="off"
        hint={isOffline && asksPhone ? offlineHint : hint}
        onChange={({ target }) => {
          onChange({ ...value, name: target.value })
          onSearch(target.value)
        }}
      />
      {asksPhone && (
        <PhoneField
          label="Telefone"
          name="phone"
          autoComplete="off"
          error={problem}
          hint="Opcional."
          onPhone={(phone) => {
            onChange({ ...value, phone })
            onSearch(phone)
          }}
        />
      )}
    </div>
  )
}

type SuggestionsProps = { customers: readonly Customer[]; timeZone: string; onChoose: (customer: Customer) => void }

function Suggestions({ customers, timeZone, onChoose }: SuggestionsProps) {
  return (
    <ul aria-label="Clientes conhecidos" className="grid grid-cols-1 gap-1">
      {customers.map((customer) => (
        <li key={customer.id}>
          <button
            type="button"
            onClick={() => onChoose(customer)}
            className="flex min-h-14 w-full items-center gap-3 rounded-control border border-line px-3 py-1.5 text-left hover:border-edge"
          >
            <CustomerLine customer={customer} timeZone={timeZone} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function CustomerLine({ customer, timeZone }: { customer: Customer; timeZone: string }) {
  const [last] = customer.lastVisits
  return (
    <>
      <Avatar name={customer.name} className="size-9 text-xs" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-3 wrap-anywhere font-semibold">{customer.name}</span>
        <span className="line-clamp-4 wrap-anywhere text-sm text-mute tabular-nums">
          {customer.phone ? formatPhone(customer.phone) : 'Sem telefone'}
          {last && ` · ${last.serviceName}, ${formatDate(last.startTime, timeZone)}`}
        </span>
      </span>
      {customer.isBlocked && <Badge tone="red">Bloqueado</Badge>}
    </>
  )
}

function KnownCustomer({ customer, onClear }: { customer: Customer; onClear: () => void }) {
  return (
    <div className="flex items-center gap-3 rounded-control border border-ink bg-sunken px-3 py-2">
      <Avatar name={customer.name} className="size-9 text-xs" />
      <p className="min-w-0 flex-1">
        <span className="line-clamp-3 wrap-anywhere font-semibold">{customer.name}</span>
        <span className="block text-sm text-mute tabular-nums">
          {customer.phone ? formatPhone(customer.phone) : 'Sem telefone'}
        </span>
      </p>
      <Button variant="outline" onClick={onClear}>
        Trocar
      </Button>
    </div>
  )
}
