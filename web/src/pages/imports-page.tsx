import type { DataImport } from '@na-regua/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { ownBarbershopsQuery } from '../features/barbershops/editing/queries.ts'
import { importsQuery, isRunning, kindNames, Result } from '../features/imports/import-result.tsx'
import { ImportSteps } from '../features/imports/import-steps.tsx'
import { errorText } from '../lib/api-error.ts'
import { formatCount, formatDate } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { useUrlParams } from '../lib/use-url-params.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Importar' })
}

export default function ImportsPage() {
  return (
    <RequireLogin requireOwner permission="settings">
      <Imports />
    </RequireLogin>
  )
}

const placeholder = { value: '', label: 'Escolha a barbearia' }

/** Customers, services and appointments from another program, into one barbershop that the user owns or manages. */
function Imports() {
  const [params] = useUrlParams()
  const shops = useQuery(ownBarbershopsQuery())
  const [shopId, setShopId] = useState(params.get('barbearia') ?? undefined)
  const barbershops = shops.data?.barbershops
  if (!barbershops)
    return shops.error ? (
      <Notice tone="error" title={errorText(shops.error, 'Erro ao carregar suas barbearias.')} />
    ) : (
      <LoadingMessage>Carregando suas barbearias...</LoadingMessage>
    )
  // Never into one that was not chosen.
  const chosenId = shopId ?? (barbershops.length === 1 ? barbershops[0]?.id : undefined)
  const shop = barbershops.find(({ id }) => id === chosenId)
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl md:text-3xl">Importar</h1>
          {shop && <p className="wrap-anywhere text-mute">Para a barbearia {shop.name}</p>}
        </div>
        <ButtonLink to={paths.customers()} variant="ghost">
          Clientes
        </ButtonLink>
      </div>
      {barbershops.length > (shop ? 1 : 0) && (
        <Select
          aria-label="Barbearia"
          options={[...(shop ? [] : [placeholder]), ...barbershops.map(({ id, name }) => ({ value: id, label: name }))]}
          value={shop?.id ?? ''}
          onChange={setShopId}
        />
      )}
      {shop && <ImportsOf key={shop.id} shop={shop} />}
      {!shop && <NotChosen count={barbershops.length} isUnknown={shopId !== undefined} />}
    </div>
  )
}

function ImportsOf({ shop }: { shop: { id: string; timeZone: string } }) {
  const [opened, setOpened] = useState<string>()
  if (opened) return <Result id={opened} timeZone={shop.timeZone} onRestart={() => setOpened(undefined)} />
  return (
    <ImportSteps barbershopId={shop.id} timeZone={shop.timeZone}>
      <ImportHistory barbershopId={shop.id} timeZone={shop.timeZone} onOpen={setOpened} />
    </ImportSteps>
  )
}

/** Above it the list to choose from, unless there are none. */
function NotChosen({ count, isUnknown }: { count: number; isUnknown: boolean }) {
  if (isUnknown) return <Notice tone="error" title="Barbearia não encontrada." />
  if (count > 0)
    return (
      <p className="text-mute">Clientes, serviços e agendamentos de outro programa entram só na barbearia escolhida.</p>
    )
  return (
    <Notice
      icon="people"
      title="Crie sua barbearia primeiro"
      action={<ButtonLink to={paths.createBarbershop()}>Criar barbearia</ButtonLink>}
    >
      Depois você traz clientes, serviços e agendamentos de outro programa.
    </Notice>
  )
}

type HistoryProps = { barbershopId: string; timeZone: string; onOpen: (id: string) => void }

/** The imports of the last days, each with its undo. */
function ImportHistory({ barbershopId, timeZone, onOpen }: HistoryProps) {
  const { data } = useQuery(importsQuery(barbershopId))
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Importações recentes" className="grid grid-cols-1 gap-2">
      <h2 className="text-lg">Importações recentes</h2>
      <ul className="grid grid-cols-1 divide-y divide-line rounded-card border border-line bg-card">
        {data.map((one) => (
          <li key={one.id} className="flex min-h-16 items-center justify-between gap-3 px-4 py-2">
            <span className="min-w-0">
              <span className="line-clamp-3 wrap-anywhere font-semibold">
                {kindNames[one.kind]} · {one.fileName}
              </span>
              <span className="line-clamp-4 wrap-anywhere text-sm text-mute tabular-nums">
                {describe(one, timeZone)}
              </span>
            </span>
            <Button
              variant="outline"
              className="shrink-0"
              aria-label={`Ver a importação ${one.fileName}`}
              onClick={() => onOpen(one.id)}
            >
              Ver
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describe({ status, createdAt, counts, removed }: DataImport, timeZone: string) {
  const day = formatDate(createdAt, timeZone)
  if (status === 'UNDONE') return `${day} · desfeita, ${formatCount(removed, 'removido', 'removidos')}`
  if (isRunning(status)) return `${day} · em andamento`
  return `${day} · ${formatCount(counts.new, 'novo', 'novos')}`
}
