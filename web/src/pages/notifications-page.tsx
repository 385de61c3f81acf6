import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import {
  NotificationList,
  NotificationListSkeleton,
  ReadAllButton,
} from '../features/notifications/notification-list.tsx'
import { notificationsQuery } from '../features/notifications/queries.ts'
import { formatCount } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { useNow } from '../lib/use-now.ts'
import { useUrlParams } from '../lib/use-url-params.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageNavigation } from '../ui/pagination.tsx'
import { EmptyChair } from '../ui/scene-message.tsx'

const PER_PAGE = 10

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Notificações' })
}

export default function NotificationsPage() {
  return (
    <RequireLogin>
      <div className="mx-auto grid max-w-3xl gap-4">
        <Notifications />
      </div>
    </RequireLogin>
  )
}

function usePageNumber() {
  const [address, setAddress] = useUrlParams()
  const page = Math.max(1, Math.trunc(Number(address.get('pagina'))) || 1)
  function goTo(next: number) {
    void setAddress((current) => {
      current.set('pagina', String(next))
      return current
    })
    window.scrollTo({ top: 0 })
  }
  return [Math.min(page, 100_000), goTo] as const
}

function Notifications() {
  const [page, goTo] = usePageNumber()
  const { data, error, refetch } = useQuery(notificationsQuery({ page, perPage: PER_PAGE }))
  const now = useNow()
  return (
    <>
      <PageHeader unread={data?.unreadCount} />
      {!data && error && <Failure message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Card>
          <NotificationListSkeleton />
        </Card>
      )}
      {data?.pagination.total === 0 && <NothingYet />}
      {data && data.notifications.length > 0 && (
        <Card>
          <NotificationList notifications={data.notifications} now={now} />
        </Card>
      )}
      {data && <PageNavigation label="Páginas de notificações" {...data.pagination} page={page} onChange={goTo} />}
      <p className="text-sm text-mute">
        Você escolhe o que quer saber, e por onde, nas{' '}
        <Link to={paths.notificationPreferences()} className="font-semibold text-navy underline">
          preferências do perfil
        </Link>
        . Notificações ficam aqui por 90 dias.
      </p>
    </>
  )
}

/** `unread` is undefined while the list is loading. */
function PageHeader({ unread }: { unread: number | undefined }) {
  return (
    <header>
      <h1 className="text-2xl md:text-3xl">Notificações</h1>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="min-h-6 text-mute tabular-nums">
          {unread === 0 ? 'Tudo em dia' : unread !== undefined && formatCount(unread, 'não lida', 'não lidas')}
        </p>
        {unread !== undefined && <ReadAllButton unread={unread} />}
      </div>
    </header>
  )
}

function Card({ children }: { children: ReactNode }) {
  return <div className="overflow-hidden rounded-card border border-line bg-card">{children}</div>
}

function Failure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return <Notice tone="error" title={message} action={<Button onClick={onRetry}>Tentar novamente</Button>} />
}

function NothingYet() {
  return (
    <section className="grid items-center gap-5 md:grid-cols-2 md:gap-14">
      <EmptyChair text="0" />
      <div>
        <h2 className="text-xl md:text-2xl">Nenhuma notificação</h2>
        <p className="mt-2 text-mute">
          Quando um horário for confirmado, remarcado ou cancelado, você fica sabendo aqui.
        </p>
        <ButtonLink to={paths.home()} className="mt-5">
          Encontrar barbearias
        </ButtonLink>
      </div>
    </section>
  )
}
