import type { EmailSubscription } from '@na-regua/contract/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type MetaArgs, useSearchParams } from 'react-router'
import { emailSubscriptionQuery, setEmailSubscription } from '../features/notifications/queries.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { storeResponse } from '../lib/query-client.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'E-mails' })
}

export default function UnsubscribePage() {
  const [address] = useSearchParams()
  return (
    <div className="mx-auto max-w-2xl py-6">
      <EmailSubscriptionSwitch token={address.get('token') ?? ''} />
    </div>
  )
}

/** The unsubscribe page of an email. Opening it changes nothing: mail programs open links by themselves. */
export function EmailSubscriptionSwitch({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const query = emailSubscriptionQuery(token)
  const { data, error } = useQuery(query)
  const change = useMutation({
    mutationFn: (isOn: boolean) => setEmailSubscription({ token, isOn }),
    onSuccess: (subscription) => storeResponse(queryClient, query.queryKey, subscription),
  })
  const problem = change.error ?? error
  if (!data && !problem) return <LoadingMessage>Abrindo o link...</LoadingMessage>
  if (!data) return <Notice as="h1" tone="error" title={problem?.message ?? ''} action={<HomeLink />} />
  return (
    <SubscriptionNotice subscription={data} problem={change.error?.message}>
      <Button
        variant={data.isOn ? 'primary' : 'outline'}
        isBusy={change.isPending}
        onClick={() => change.mutate(!data.isOn)}
      >
        {data.isOn ? 'Parar de receber' : 'Voltar a receber'}
      </Button>
    </SubscriptionNotice>
  )
}

function HomeLink() {
  return (
    <ButtonLink to={paths.home()} variant="outline">
      Ir para o início
    </ButtonLink>
  )
}

const emailsOf: Record<EmailSubscription['topic'], string> = {
  appointments: 'sobre agendamentos',
  reminders: 'de lembrete',
  waitlist: 'sobre horários que abrem',
  'last-minute': 'de horários relâmpago',
  rhythm: 'da hora de voltar',
  reviews: 'sobre avaliações',
  business: 'sobre o seu negócio',
}

type SubscriptionNoticeProps = { subscription: EmailSubscription; problem: string | undefined; children: ReactNode }

function SubscriptionNotice({ subscription: { topic, isOn }, problem, children }: SubscriptionNoticeProps) {
  const emails = emailsOf[topic]
  const title = isOn ? `Parar de receber e-mails ${emails}?` : `Você não recebe mais e-mails ${emails}.`
  return (
    <div aria-live="polite">
      <Notice as="h1" icon={isOn ? 'mail' : 'check'} title={title} action={children}>
        {problem ?? (isOn ? 'Os outros e-mails continuam como estão.' : 'Mudou de ideia? É só voltar.')}
      </Notice>
    </div>
  )
}
