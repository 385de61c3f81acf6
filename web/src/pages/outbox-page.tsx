import { useQuery } from '@tanstack/react-query'
import { data, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { OutboxEmail, outboxQuery } from '../features/outbox/outbox-email.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { siteContext } from '../lib/site.ts'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'

/** This page exists in the demo only. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!context.get(siteContext).hasOutbox) throw data(null, { status: 404 })
  return null
}

export { loadNothing as clientLoader } from '../lib/load-queries.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'E-mails da demonstração' })
}

function EmailList() {
  const { data: messages, error } = useQuery(outboxQuery())
  if (!messages && error) return <Notice tone="error" title={error.message} />
  if (!messages) return <LoadingMessage>Carregando e-mails...</LoadingMessage>
  if (messages.length === 0) {
    return (
      <Notice icon="mail" title="Nenhum e-mail ainda">
        Peça um código de verificação ou marque um horário: a mensagem aparece aqui na hora.
      </Notice>
    )
  }
  return messages.map((message) => (
    <OutboxEmail key={message.createdAt + message.to + message.subject} message={message} />
  ))
}

export default function OutboxPage() {
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <header>
        <h1 className="text-2xl">E-mails da demonstração</h1>
        <p className="mt-2 text-mute">Aqui nada sai pela internet: o que iria por e-mail fica nesta página.</p>
      </header>
      <EmailList />
    </div>
  )
}
