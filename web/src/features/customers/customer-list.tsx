import { type Customer, type CustomerSort, customersApi } from '@na-regua/contract/customers'
import type { Body } from '@na-regua/contract/route'
import { MAX_SEARCH_TEXT } from '@na-regua/contract/text-limits'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useDeferredValue, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatCount, formatPhone } from '../../lib/format.ts'
import { chatHref } from '../../lib/phone-links.ts'
import { formatRelativeTime } from '../../lib/relative-time.ts'
import { saveFile } from '../../lib/upload.ts'
import { QUEUED_TEXT } from '../../lib/use-commands.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, iconButtonClass } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type PagedItems, PagedList, toPagedItems } from '../../ui/paged-list.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'

type CustomerFilters = { q: string; absentDays?: number; isDue?: true; tag: string | undefined; sort: CustomerSort }

type PageOfCustomers = CustomerFilters & { page: number; perPage: number; signal?: AbortSignal }

function fetchCustomers(barbershopId: string, { signal, ...query }: PageOfCustomers) {
  return api(customersApi.list, {
    params: { id: barbershopId },
    query: { ...query, q: query.q || undefined },
    signal,
  })
}

function customersQuery(barbershopId: string, filters: CustomerFilters) {
  const { q, absentDays, isDue, tag, sort } = filters
  return infiniteQueryOptions({
    queryKey: ['customers', barbershopId, 'list', q, absentDays, isDue, tag, sort],
    queryFn: ({ pageParam, signal }) =>
      fetchCustomers(barbershopId, { ...filters, page: pageParam, perPage: 10, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPages } }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['customers', 'profile', id],
    queryFn: ({ signal }) => api(customersApi.get, { params: { id }, signal }),
    select: ({ customer }) => customer,
    refetchOnMount: 'always',
    meta: { stored: true },
  })
}

export const createCustomer = (barbershopId: string, body: Body<typeof customersApi.create>) =>
  api(customersApi.create, { params: { id: barbershopId }, body })

export const updateCustomer = (id: string, body: Body<typeof customersApi.update>) =>
  api(customersApi.update, { params: { id }, body })

export const blockCustomer = (id: string, isBlocked: boolean) =>
  api(customersApi.block, { params: { id }, body: { isBlocked } })

export const removeCustomer = (id: string) => api(customersApi.remove, { params: { id } })
export const downloadCustomers = async (id: string) =>
  saveFile('clientes.csv', await api(customersApi.exportCsv, { params: { id } }))

/** Loads every customer that matches: a page of the list has only a few. */
async function loadAllCustomers(barbershopId: string, filters: CustomerFilters) {
  const customers: Customer[] = []
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const found = await fetchCustomers(barbershopId, { ...filters, page, perPage: 50 })
    customers.push(...found.customers)
    totalPages = found.pagination.totalPages
  }
  return customers
}

const queuedToast = { tone: 'info', title: 'Ficha guardada sem rede', text: QUEUED_TEXT } as const

/** A change of a profile, after which every list of customers is loaded again. Without a response it waits for the network. */
export function useCustomerChange<T>(change: (input: T) => Promise<unknown>, done: string, onDone?: () => void) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: ['customers'] })
  return useMutation({
    mutationFn: change,
    onSuccess(response) {
      showToast(response ? { tone: 'success', title: done } : queuedToast)
      onDone?.()
    },
    onSettled: (response) => (response ? refetch() : void refetch()),
  })
}

/** Whom to invite back: who is due by their own rhythm, or has not come back for so many days. */
type Absence = 'due' | '30' | '60' | '90'
const absences: { value: Absence; label: string }[] = [
  { value: 'due', label: 'Está na hora' },
  ...(['30', '60', '90'] as const).map((days) => ({ value: days, label: `Há ${days} dias` })),
]

const sorts: { value: CustomerSort; label: string }[] = [
  { value: 'name', label: 'Por nome' },
  { value: 'lastVisit', label: 'Última visita' },
  { value: 'visits', label: 'Mais visitas' },
  { value: 'spent', label: 'Maior valor' },
]

type CustomerListProps = {
  barbershop: { id: string; name: string; timeZone: string }
  /** A link to the barbershop, for the message to an absent customer. */
  url: string
  onOpen: (id: string) => void
}

type SearchableListProps = CustomerListProps & {
  /** Beside the search: a button that adds a customer. */
  action: ReactNode
  /** The whole list on paper is for those who may export it. */
  canPrint: boolean
}

/** Search, filter and dense rows of a barbershop's customers. */
export function CustomerList({ barbershop, url, onOpen, action, canPrint }: SearchableListProps) {
  const [q, setQ] = useState('')
  const [absence, setAbsence] = useState<Absence>()
  const [tag, setTag] = useState<string>()
  const [sort, setSort] = useState<CustomerSort>('name')
  const search = useDeferredValue(q.trim())
  const isDue = absence === 'due'
  const absent = isDue ? { isDue } : absence && { absentDays: Number(absence) }
  const filters = { q: search, tag, sort, ...absent }
  const query = useInfiniteQuery(customersQuery(barbershop.id, filters))
  const list = toPagedItems(query, (page) => page.customers)
  const firstPage = query.data?.pages[0]
  const tags = firstPage?.tags ?? []
  const seesMoney = firstPage?.customers[0]?.spentCents !== null
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-60 flex-1">
          <TextField
            label="Nome ou telefone"
            type="search"
            value={q}
            maxLength={MAX_SEARCH_TEXT}
            autoComplete="off"
            onChange={({ target }) => setQ(target.value)}
          />
        </div>
        {action}
      </div>
      <ChoiceGroup legend="Chamar de volta" options={absences} value={absence} onChange={setAbsence} />
      <div className="grid grid-cols-2 gap-2">
        <Select
          aria-label="Ordenar clientes"
          options={sorts.filter(({ value }) => value !== 'spent' || seesMoney)}
          value={sort}
          onChange={(value) => setSort(value as CustomerSort)}
        />
        {tags.length > 0 && (
          <Select
            aria-label="Marcador"
            options={[{ value: '', label: 'Marcadores' }, ...tags.map((value) => ({ value, label: value }))]}
            value={tag ?? ''}
            onChange={(value) => setTag(value || undefined)}
          />
        )}
      </div>
      <div className="flex items-center justify-between gap-3 md:min-h-11">
        <p aria-live="polite" className="text-sm text-mute tabular-nums">
          {list.isPending ? 'Carregando...' : formatCount(list.total, 'cliente', 'clientes')}
        </p>
        {canPrint && list.total > 0 && <PrintButton barbershop={barbershop} filters={filters} />}
      </div>
      <Rows
        list={list}
        barbershop={barbershop}
        url={url}
        onOpen={onOpen}
        isSearch={search !== '' || tag !== undefined}
        absence={absence}
      />
    </div>
  )
}

type PrintButtonProps = { barbershop: CustomerListProps['barbershop']; filters: CustomerFilters }

/** Where there may be a printer. On paper are all customers that match the filters, in the order of the list. */
function PrintButton({ barbershop, filters }: PrintButtonProps) {
  const [printed, setPrinted] = useState<ReactElement>()
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const { PrintedCustomers } = await import('./printed-customers.tsx')
      const customers = await loadAllCustomers(barbershop.id, filters)
      flushSync(() => setPrinted(<PrintedCustomers barbershop={barbershop} customers={customers} />))
      window.addEventListener('afterprint', () => setPrinted(undefined), { once: true })
      window.print()
    },
    onError: (error) =>
      showToast({ tone: 'error', title: 'Erro ao imprimir', text: errorText(error, 'Tente novamente.') }),
  })
  return (
    <>
      <Button variant="outline" className="max-md:hidden" isBusy={isPending} onClick={() => mutate()}>
        <Icon name="printer" className="size-4.5" />
        Imprimir
      </Button>
      {printed}
    </>
  )
}

type RowsProps = CustomerListProps & { list: PagedItems<Customer>; isSearch: boolean; absence: Absence | undefined }

function Rows({ list, barbershop, url, onOpen, isSearch, absence }: RowsProps) {
  return (
    <PagedList
      list={list}
      label="Clientes"
      className="grid divide-y divide-line rounded-card border border-line bg-card"
      skeleton={<Skeleton className="m-2 h-13" />}
      skeletonCount={8}
      skeletonLabel="Carregando clientes..."
      empty={<NoCustomers isFiltered={isSearch || absence !== undefined} isDue={absence === 'due' && !isSearch} />}
      describeError={(error) => errorText(error, 'Erro ao carregar os clientes.')}
      moreText="Mostrar mais"
      moreErrorText="Não foi possível carregar mais. Tente novamente."
      renderItem={(customer) => (
        <CustomerRow
          customer={customer}
          timeZone={barbershop.timeZone}
          message={absence && inviteBack(customer, { shopName: barbershop.name, url, isDue: absence === 'due' })}
          isDue={absence === 'due'}
          onOpen={() => onOpen(customer.id)}
        />
      )}
    />
  )
}

/** Counts the whole days since the last visit. */
function daysSince({ lastVisitAt }: Customer) {
  return lastVisitAt ? Math.floor((Date.now() - Date.parse(lastVisitAt)) / 86_400_000) : 0
}

/** The text that WhatsApp opens with. */
function inviteBack(customer: Customer, { shopName, url, isDue }: { shopName: string; url: string; isDue: boolean }) {
  const hello = `Oi, ${customer.name.split(' ')[0]}.`
  if (!isDue) return `${hello} Faz um tempo que você não aparece na ${shopName}. Que tal marcar um horário? ${url}`
  return `${hello} Faz ${formatCount(daysSince(customer), 'dia', 'dias')} da sua última visita à ${shopName}. Quer o de sempre? Marque aqui: ${url}`
}

const describeRhythm = (customer: Customer) => [
  `há ${formatCount(daysSince(customer), 'dia', 'dias')}`,
  `a cada ${customer.rhythmDays}`,
]

function describeVisits({ visits, lastVisitAt }: Customer, timeZone: string) {
  const last = lastVisitAt && formatRelativeTime(lastVisitAt, new Date(), timeZone)
  return [formatCount(visits, 'visita', 'visitas'), last ?? 'ainda não veio']
}

type CustomerRowProps = {
  customer: Customer
  timeZone: string
  message: string | undefined
  isDue: boolean
  onOpen: () => void
}

function CustomerRow({ customer, timeZone, message, isDue, onOpen }: CustomerRowProps) {
  const { name, phone, isPhoneHidden, isBlocked } = customer
  const invite = message && chatHref(phone, message)
  const [figure, detail] = isDue ? describeRhythm(customer) : describeVisits(customer, timeZone)
  return (
    <div className="flex min-h-16 items-center">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-16 min-w-0 flex-1 items-center gap-3 px-4 py-2 text-left transition-colors hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="line-clamp-3 wrap-anywhere font-semibold">{name}</span>
            {isBlocked && <Badge tone="red">Bloqueado</Badge>}
          </span>
          <span className="line-clamp-4 wrap-anywhere text-sm text-mute tabular-nums">
            {phone ? formatPhone(phone) : isPhoneHidden ? 'Telefone não liberado' : 'Sem telefone'}
          </span>
        </span>
        <span className="shrink-0 text-right text-sm text-mute tabular-nums">
          <span className="block font-semibold text-ink">{figure}</span>
          {detail}
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

function NoCustomers({ isFiltered, isDue }: { isFiltered: boolean; isDue: boolean }) {
  if (isDue) {
    return (
      <Notice icon="clock" title="Ninguém está na hora">
        Quem já veio quatro vezes ou mais aparece aqui quando passa do seu intervalo de sempre sem marcar.
      </Notice>
    )
  }
  if (isFiltered) return <Notice icon="search" title="Nenhum cliente com esses filtros" />
  return (
    <Notice icon="people" title="Nenhum cliente ainda">
      Quem marcar um horário, pelo site ou com você pelo telefone, aparece aqui.
    </Notice>
  )
}
