import type { OutboxMessage } from '@na-regua/contract/outbox'
import { outboxApi } from '@na-regua/contract/outbox'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { data, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { api } from '../lib/api.ts'
import { formatPhone } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { formatRelativeTime } from '../lib/relative-time.ts'
import { siteContext } from '../lib/site.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'

/** This page exists in the demo only. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!context.get(siteContext).hasOutbox) throw data(null, { status: 404 })
  return null
}

export { loadNothing as clientLoader } from '../lib/query-client.ts'

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

const ZONE = 'America/Sao_Paulo'

/** Six digits on a line of their own are a verification code. */
function findCode(text: string) {
  return /^\d{6}$/m.exec(text)?.[0]
}

/** Splits at URLs, which become links, as in mail programs. */
function splitAtLinks(text: string) {
  let start = 0
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part) => {
    const startOfPart = start
    start += part.length
    return { start: startOfPart, part }
  })
}

function isLink(text: string) {
  return /^https?:\/\//.test(text)
}

async function copyCode(code: string) {
  await navigator.clipboard.writeText(code)
  showToast({ tone: 'success', title: 'Código copiado' })
}

export function OutboxEmail({ message }: { message: OutboxMessage }) {
  const code = findCode(message.text)
  return (
    <article className="rounded-card border border-line bg-card p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-sans text-lg font-semibold tracking-normal wrap-anywhere">{message.subject}</h2>
        <time dateTime={message.createdAt} className="text-sm text-mute">
          {formatRelativeTime(message.createdAt, new Date(), ZONE)}
        </time>
      </header>
      <p className="text-sm wrap-anywhere text-mute">Para {formatPhone(message.to.replace(/^\+55/, ''))}</p>
      {code && (
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-control bg-sunken px-4 py-3">
          <strong className="text-3xl font-semibold tracking-[0.12em] tabular-nums">{code}</strong>
          <Button variant="outline" onClick={() => copyCode(code)}>
            <Icon name="copy" />
            Copiar
          </Button>
        </div>
      )}
      <p className="mt-4 wrap-anywhere whitespace-pre-line">
        {splitAtLinks(message.text).map(({ start, part }) =>
          isLink(part) ? (
            <a key={start} href={part} className="text-navy underline">
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
    </article>
  )
}

const POLL_MS = 3_000

export function outboxQuery() {
  return queryOptions({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => api(outboxApi.list, { signal }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
}
