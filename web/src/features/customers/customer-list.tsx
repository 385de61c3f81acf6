import type { Customer } from '@na-regua/contract/customers'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatCount, formatPhone, formatRelativeTime } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { iconButtonClass } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PagedList, toPagedItems } from '../../ui/paged-list.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { customersQuery } from './queries.ts'

/** For customers who have not come back for so many days. */
const absences = [30, 60, 90].map((days) => ({ value: days, label: `${days} dias` }))

type CustomerListProps = {
  barbershop: { id: string; name: string; timeZone: string }
  /** A link to the barbershop, for the message to an absent customer. */
  url: string
  onOpen: (id: string) => void
}

/** Search, filter and dense rows of a barbershop's customers. */
export function CustomerList({ barbershop, url, onOpen }: CustomerListProps) {
  const [q, setQ] = useState('')
  const [absentDays, setAbsentDays] = useState<number>()
  const search = useDeferredValue(q.trim())
  const list = toPagedItems(
    useInfiniteQuery(customersQuery(barbershop.id, { q: search, absentDays })),
    (page) => page.customers,
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField
        label="Nome ou telefone"
        type="search"
        value={q}
        autoComplete="off"
        onChange={({ target }) => setQ(target.value)}
      />
      <ChoiceGroup legend="Sem voltar há" options={absences} value={absentDays} onChange={setAbsentDays} />
      <p aria-live="polite" className="text-sm text-mute tabular-nums">
        {list.isPending ? 'Carregando...' : formatCount(list.total, 'cliente', 'clientes')}
      </p>
      <PagedList
        list={list}
        label="Clientes"
        className="grid divide-y divide-line rounded-card border border-line bg-card"
        skeleton={<Skeleton className="m-2 h-13" />}
        skeletonCount={8}
        skeletonLabel="Carregando clientes..."
        empty={<NoCustomers isFiltered={search !== '' || absentDays !== undefined} />}
        describeError={(error) => errorText(error, 'Erro ao carregar os clientes.')}
        moreText="Mostrar mais"
        moreErrorText="Não foi possível carregar mais. Tente novamente."
        renderItem={(customer) => (
          <CustomerRow
            customer={customer}
            timeZone={barbershop.timeZone}
            message={absentDays === undefined ? undefined : inviteBack(customer.name, barbershop.name, url)}
            onOpen={() => onOpen(customer.id)}
          />
        )}
      />
    </div>
  )
}

/** The text that WhatsApp opens with. */
function inviteBack(name: string, shopName: string, url: string) {
  return `Oi, ${name.split(' ')[0]}. Faz um tempo que você não aparece na ${shopName}. Que tal marcar um horário? ${url}`
}

/** Undefined without a Brazilian phone number. */
export function whatsAppLink(phone: string | null, text: string) {
  if (!phone || !/^\d{10,11}$/.test(phone)) return undefined
  return `https://wa.me/55${phone}?text=${encodeURIComponent(text)}`
}

type CustomerRowProps = { customer: Customer; timeZone: string; message: string | undefined; onOpen: () => void }

function CustomerRow({ customer, timeZone, message, onOpen }: CustomerRowProps) {
  const { name, phone, visits, lastVisitAt, isBlocked } = customer
  const invite = message && whatsAppLink(phone, message)
  const last = lastVisitAt && formatRelativeTime(lastVisitAt, new Date(), timeZone)
  return (
    <div className="flex h-16 items-center">
      <button
        type="button"
        onClick={onOpen}
        className="flex h-full min-w-0 flex-1 items-center gap-3 px-4 text-left transition-colors hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="truncate font-semibold">{name}</span>
            {isBlocked && <Badge tone="red">Bloqueado</Badge>}
          </span>
          <span className="block truncate text-sm text-mute tabular-nums">
            {phone ? formatPhone(phone) : 'Sem telefone'}
          </span>
        </span>
        <span className="shrink-0 text-right text-sm text-mute tabular-nums">
          <span className="block font-semibold text-ink">{formatCount(visits, 'visita', 'visitas')}</span>
          {last ?? 'ainda não veio'}
        </span>
      </button>
      {invite && (
        <a
          href={invite}
          target="_blank"
          rel="noreferrer"
          aria-label={`Chamar ${name} pelo WhatsApp`}
          className={`${iconButtonClass} mr-2 text-green`}
        >
          <Icon name="chat" />
        </a>
      )}
    </div>
  )
}

function NoCustomers({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Notice icon="search" title="Nenhum cliente com esses filtros" />
  return (
    <Notice icon="people" title="Nenhum cliente ainda">
      Quem marcar um horário, pelo site ou com você pelo telefone, aparece aqui.
    </Notice>
  )
}
