import type { MetaArgs } from 'react-router'
import { UndoForm } from '../features/accounts/email-change/undo-email-change.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { useHash } from '../lib/use-url.ts'
import { LoadingMessage } from '../ui/loading.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Desfazer a troca de e-mail' })
}

/** The token stands behind the #, where only the browser reads it. */
export default function UndoEmailPage() {
  const hash = useHash()
  if (hash === undefined) return <LoadingMessage>Um instante...</LoadingMessage>
  return <UndoForm token={/^[\w-]{43}$/.test(hash) ? hash : undefined} />
}
