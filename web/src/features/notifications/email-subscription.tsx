import type { EmailSubscription } from '@na-regua/contract/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../../app/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lettersQuery, setLetters } from './queries.ts'
import { topicWords } from './rules.ts'

/** Where the link of a letter leads. Opening it changes nothing: mail programs open links by themselves. */
export function LettersSwitch({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const query = lettersQuery(token)
  const { data, error } = useQuery(query)
  const change = useMutation({
    mutationFn: (isOn: boolean) => setLetters({ token, isOn }),
    onSuccess: (letters) => queryClient.setQueryData(query.queryKey, letters),
  })
  const problem = change.error ?? error
  if (!data && !problem) return <LoadingMessage>Abrindo o link...</LoadingMessage>
  if (!data) return <Notice as="h1" tone="error" title={problem?.message ?? ''} action={<HomeLink />} />
  return (
    <LettersNotice letters={data} problem={change.error?.message}>
      <Button
        variant={data.isOn ? 'primary' : 'outline'}
        isBusy={change.isPending}
        onClick={() => change.mutate(!data.isOn)}
      >
        {data.isOn ? 'Parar de receber' : 'Voltar a receber'}
      </Button>
    </LettersNotice>
  )
}

function HomeLink() {
  return (
    <ButtonLink to={paths.home()} variant="outline">
      Ir para o início
    </ButtonLink>
  )
}

type LettersNoticeProps = { letters: EmailSubscription; problem: string | undefined; children: ReactNode }

function LettersNotice({ letters: { topic, isOn }, problem, children }: LettersNoticeProps) {
  const { letters } = topicWords[topic]
  const title = isOn ? `Parar de receber e-mails ${letters}?` : `Você não recebe mais e-mails ${letters}.`
  return (
    <div aria-live="polite">
      <Notice as="h1" icon={isOn ? 'mail' : 'check'} title={title} action={children}>
        {problem ?? (isOn ? 'Os outros e-mails continuam como estão.' : 'Mudou de ideia? É só voltar.')}
      </Notice>
    </div>
  )
}
