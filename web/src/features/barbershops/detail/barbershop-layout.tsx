import type { Barbershop } from '@na-regua/contract/barbershops'
import { isSlug, slugsApi } from '@na-regua/contract/slugs'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { data, Link, type Params, redirect, useLocation, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { ApiResponseError } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import { isOpenedFromHome, isUuid, lastSearchPath } from '../../../lib/use-url-params.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SceneMessage } from '../../../ui/scene-message.tsx'
import { barbershopQuery } from '../queries.ts'
import { toWeekdayAndMinute } from './rules.ts'

const MINUTE = 60_000

/** The barbershop whose address is `/slug`, or was. */
const slugQuery = (slug: string) =>
  queryOptions({
    queryKey: ['barbershops', 'slug', slug],
    queryFn: ({ signal }) => api(slugsApi.find, { params: { slug }, signal }),
  })

/** The id in the URL, or that of the barbershop whose own address it is: a former one, or another spelling, redirects. */
export async function findBarbershopId(client: QueryClient, { id = '', slug }: Params) {
  if (slug === undefined && isUuid(id)) return id
  if (!slug || !isSlug(slug.toLowerCase())) throw data(null, { status: 404 })
  const found = await client.fetchQuery(slugQuery(slug))
  if (found.slug !== slug) throw redirect(paths.ownAddress(found.slug), 301)
  return found.barbershopId
}

/** The id behind an address. The server's page has it already; after a client-side navigation it is loaded. */
export function useBarbershopId(slug: string) {
  const { data: found, error, refetch } = useQuery(slugQuery(slug))
  return {
    id: found?.barbershopId,
    isNotFound: isMissing(error),
    hasFailed: error !== null,
    retry: () => void refetch(),
  }
}

/** A malformed id or slug gets status 400. For the user both mean that the barbershop does not exist. */
function isMissing(error: Error | null) {
  return error instanceof ApiResponseError && (error.status === 404 || error.status === 400)
}

/**
 * A barbershop, and the local time there when it was loaded. Only the server computes whether it is open, which changes by
 * the minute: the query is refetched every minute, and at once if the cached data is older.
 */
export function useBarbershop(id: string) {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...barbershopQuery(id),
    refetchInterval: MINUTE,
    refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt > MINUTE ? 'always' : true),
    refetchOnWindowFocus: ({ state }) => (Date.now() - state.dataUpdatedAt > MINUTE ? 'always' : false),
  })
  const shop = data?.barbershop
  return {
    shop,
    // The time of the response instead of now, so that server and browser render the same.
    loadedAt: shop && toWeekdayAndMinute(dataUpdatedAt, shop.timeZone),
    isNotFound: isMissing(error),
    hasFailed: error !== null && !shop,
    retry: () => void refetch(),
  }
}

type BarbershopLayoutProps = {
  gallery: ReactNode
  summary: ReactNode
  sections: ReactNode
  info: ReactNode
  /** The booking button at the bottom of a phone's screen. */
  bar: ReactNode
}

const card = 'rounded-hero border border-line bg-card p-4 md:p-6'

/**
 * Two columns; one on a phone, in the order gallery, summary, sections, info. The summary with the name comes before the
 * sections in the DOM too, for screen readers.
 */
export function BarbershopLayout({ gallery, summary, sections, info, bar }: BarbershopLayoutProps) {
  return (
    <>
      <div className="flex flex-col gap-6 [reading-flow:flex-visual] lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-8 lg:[reading-flow:normal]">
        <div className="order-1 min-w-0 lg:col-start-1 lg:row-start-1">{gallery}</div>
        <div className="contents lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:flex lg:flex-col lg:gap-4">
          <div className={`order-2 min-w-0 lg:order-none ${card} max-lg:border-0 max-lg:bg-transparent max-lg:p-0`}>
            {summary}
          </div>
          <div className={`order-4 grid grid-cols-1 gap-7 ${card}`}>{info}</div>
        </div>
        <div className="order-3 min-w-0 lg:col-start-1 lg:row-start-2">{sections}</div>
      </div>
      {bar && (
        <div
          data-bottom-bar
          className="@container sticky bottom-0 z-10 -mx-5 mt-6 border-t border-line bg-paper px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-7 md:px-7 lg:hidden"
        >
          {bar}
        </div>
      )}
    </>
  )
}

/** Back to the very search, with its list and position, if it is the page before this one; otherwise to the last search. */
export function SearchBackLink() {
  const { key } = useLocation()
  const navigate = useNavigate()

  function handleClick(event: MouseEvent) {
    if (!isOpenedFromHome(key) || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <Link
      to={lastSearchPath()}
      onClick={handleClick}
      className="-mt-3 mb-1 inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-mute hover:text-ink md:-mt-4 md:mb-2"
    >
      <Icon name="arrow-left" className="size-4.5" />
      Voltar para busca
    </Link>
  )
}

export function BarbershopBadges({ shop }: { shop: Barbershop }) {
  return (
    <>
      <Badge tone={shop.is_open ? 'green' : 'neutral'}>{shop.is_open ? 'Aberto' : 'Fechado'}</Badge>
      {shop.is_featured && <Badge tone="brass">Destaque</Badge>}
    </>
  )
}

export function BarbershopNotFound({ home }: { home: ReactNode }) {
  return (
    <SceneMessage mirror="404" title="Barbearia não encontrada" actions={home}>
      Ela pode ter mudado de endereço ou saído daqui. Há outras perto de você.
    </SceneMessage>
  )
}

export function BarbershopError({ home, onRetry }: { home: ReactNode; onRetry: () => void }) {
  const actions = (
    <>
      <Button onClick={onRetry}>Tentar novamente</Button>
      {home}
    </>
  )
  return (
    <Notice
      as="h1"
      tone="error"
      title="Erro ao carregar detalhes da barbearia. Tente novamente mais tarde."
      action={actions}
    />
  )
}
