import type { MetaArgs } from 'react-router'
import { UndoEmailChange } from '../features/accounts/email-change/undo-email-change.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { useUrlHash } from '../lib/use-url-hash.ts'
import { LoadingMessage } from '../ui/loading.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Desfazer a troca de e-mail' })
}

/** The token is in the hash, which is not sent to the server. */
export default function UndoEmailPage() {
  const hash = useUrlHash()
  if (hash === undefined) return <LoadingMessage>Um instante...</LoadingMessage>
  return <UndoEmailChange token={/^[\w-]{43}$/.test(hash) ? hash : undefined} />
}
