import type { Barbershop } from '@na-regua/contract/barbershops'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { isOpenedFromHome, lastSearchPath } from '../../../lib/history-entries.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SceneMessage } from '../../../ui/scene-message.tsx'

type BarbershopLayoutProps = {
  gallery: ReactNode
  summary: ReactNode
  sections: ReactNode
  info: ReactNode
  /** The booking button at the bottom of a phone's screen. */
  bar: ReactNode
}

const card = 'rounded-hero border border-line bg-card p-5 md:p-6'

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
          <div className={`order-4 grid gap-7 ${card}`}>{info}</div>
        </div>
        <div className="order-3 min-w-0 lg:col-start-1 lg:row-start-2">{sections}</div>
      </div>
      {bar && (
        <div
          data-bottom-bar
          className="sticky bottom-0 z-10 -mx-5 mt-6 border-t border-line bg-paper px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-7 md:px-7 lg:hidden"
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
