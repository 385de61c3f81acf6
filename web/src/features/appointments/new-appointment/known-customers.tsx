import type { Customer } from '@na-regua/contract/customers'
import { findPhoneProblem, MOBILE_DIGITS } from '@na-regua/contract/phones'
import { MAX_NAME, MAX_SEARCH_TEXT } from '@na-regua/contract/text-limits'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { formatDate, formatPhone } from '../../../lib/format.ts'
import { useCommands } from '../../../lib/use-commands.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { knownCustomersQuery } from './queries.ts'

/** For whom: a known customer, or name and phone of a new one. */
export type ChosenCustomer = { known: Customer | undefined; phone: string; name: string }

export const noCustomer: ChosenCustomer = { known: undefined, phone: '', name: '' }

/** What the request contains; undefined while something is missing. */
export function toCustomerInput({ known, phone, name }: ChosenCustomer) {
  if (known) return { customerId: known.id }
  return !findPhoneProblem(phone) && name.trim() ? { newCustomer: { name: name.trim(), phone } } : undefined
}

const offlineHint = 'Sem rede: digite nome e telefone. Quem já é cliente é reconhecido pelo telefone.'

type KnownCustomersProps = {
  barbershopId: string
  timeZone: string
  value: ChosenCustomer
  onChange: (value: ChosenCustomer) => void
  /** For a customer who is there: both are optional, so nothing has the focus. */
  isNameFirst?: boolean
}

/** Whose mobile number was typed in full. Undefined if it is that of several, who may share it, or of someone blocked. */
function findOnlyOwner(customers: readonly Customer[] | undefined, { phone, name }: ChosenCustomer) {
  const [owner, other] =
    phone.length === MOBILE_DIGITS && !name ? (customers?.filter((one) => one.phone === phone) ?? []) : []
  return other || owner?.isBlocked ? undefined : owner
}

/** The phone first, as it is given in a call. Customers of this barbershop appear after three digits or two letters. */
export function KnownCustomers({ barbershopId, timeZone, value, onChange, isNameFirst = false }: KnownCustomersProps) {
  const [search, setSearch] = useState('')
  const q = useDeferredValue(search)
  const isSearching = /\d{3}/.test(q) || /\p{L}{2}/u.test(q)
  const { isOffline } = useCommands()
  const found = useQuery({ ...knownCustomersQuery(barbershopId, q), enabled: isSearching && !isOffline })
  const [isCleared, setCleared] = useState(false)
  const owner = isCleared || value.known || isOffline ? undefined : findOnlyOwner(found.data, value)
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
        value={value}
        isNameFirst={isNameFirst}
        isOffline={isOffline}
        onChange={onChange}
        onSearch={(text) => setSearch(text.slice(0, MAX_SEARCH_TEXT))}
      />
      {isSearching && found.data && (
        <Suggestions
          customers={found.data}
          timeZone={timeZone}
          onChoose={(known) => onChange({ ...noCustomer, known })}
        />
      )}
    </div>
  )
}

type NewCustomerFieldsProps = Pick<KnownCustomersProps, 'value' | 'onChange'> & {
  isNameFirst: boolean
  isOffline: boolean
  onSearch: (text: string) => void
}

function NewCustomerFields({ value, isNameFirst, isOffline, onChange, onSearch }: NewCustomerFieldsProps) {
  const phoneField = (
    <PhoneField
      key="phone"
      label={isNameFirst ? 'Telefone (opcional)' : 'Telefone'}
      name="phone"
      autoComplete="off"
      autoFocus={!isNameFirst}
      onPhone={(phone) => {
        onChange({ ...value, phone })
        onSearch(phone)
      }}
    />
  )
  const nameField = (
    <TextField
      key="name"
      label={isNameFirst ? 'Nome (opcional)' : 'Nome'}
      value={value.name}
      maxLength={MAX_NAME}
      autoComplete="off"
      hint={isOffline && !isNameFirst ? offlineHint : undefined}
      onChange={({ target }) => {
        onChange({ ...value, name: target.value })
        onSearch(target.value)
      }}
    />
  )
  return isNameFirst ? [nameField, phoneField] : [phoneField, nameField]
}

type SuggestionsProps = { customers: readonly Customer[]; timeZone: string; onChoose: (customer: Customer) => void }

function Suggestions({ customers, timeZone, onChoose }: SuggestionsProps) {
  if (customers.length === 0) return null
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
