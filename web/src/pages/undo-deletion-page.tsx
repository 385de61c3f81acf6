import { type MetaArgs, useLocation } from 'react-router'
import { DeletionRequested, UndoDeletion } from '../features/privacy/privacy-section.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { useUrlHash } from '../lib/use-url-hash.ts'
import { LoadingMessage } from '../ui/loading.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Desistir da exclusão' })
}

/** Shown after a deletion was requested, and the target of the emailed link. The token is in the hash, which is not sent to the server. */
export default function UndoDeletionPage() {
  const hash = useUrlHash()
  const { dueAt } = Object(useLocation().state)
  if (typeof dueAt === 'string') return <DeletionRequested dueAt={dueAt} />
  if (hash === undefined) return <LoadingMessage>Um instante...</LoadingMessage>
  return <UndoDeletion token={/^[\da-f-]{36}\.[\w-]{43}$/.test(hash) ? hash : undefined} />
}
