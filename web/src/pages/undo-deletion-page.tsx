import { type MetaArgs, useLocation } from 'react-router'
import { DeletionAsked, UndoDeletion } from '../features/privacy/undo-deletion.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { useHash } from '../lib/use-url.ts'
import { LoadingMessage } from '../ui/loading.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Desistir da exclusão' })
}

/** Where one ends who has just left, and where the letter's link leads. The token stands behind the #, where only the browser reads it. */
export default function UndoDeletionPage() {
  const hash = useHash()
  const { dueAt } = Object(useLocation().state)
  if (typeof dueAt === 'string') return <DeletionAsked dueAt={dueAt} />
  if (hash === undefined) return <LoadingMessage>Um instante...</LoadingMessage>
  return <UndoDeletion token={/^[\da-f-]{36}\.[\w-]{43}$/.test(hash) ? hash : undefined} />
}
