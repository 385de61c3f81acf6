import { useQuery } from '@tanstack/react-query'
import { type MetaArgs, useParams } from 'react-router'
import { nudgeLinkQuery, useTurnOff } from '../features/rhythm/queries.ts'
import { errorText, NetworkError } from '../lib/api-error.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Avisos da hora de voltar' })
}

export default function NudgePage() {
  const { token = '' } = useParams()
  return (
    <div className="mx-auto max-w-2xl py-6">
      <NudgeSwitch key={token} token={token} />
    </div>
  )
}

/** Where the link of a nudge leads. Opening it changes nothing: mail programs open links by themselves. */
function NudgeSwitch({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(nudgeLinkQuery(token))
  const turnOff = useTurnOff(token)
  if (!data && !error) return <LoadingMessage>Abrindo o link...</LoadingMessage>
  if (!data) {
    const isOffline = error instanceof NetworkError
    const action = isOffline ? <Button onClick={() => void refetch()}>Tentar novamente</Button> : <HomeLink />
    return <Notice as="h1" tone="error" title={errorText(error, 'Não foi possível abrir o link.')} action={action} />
  }
  const profile = (
    <ButtonLink to={paths.notificationPreferences()} variant="outline">
      Ver minhas preferências
    </ButtonLink>
  )
  const button = (
    <Button isBusy={turnOff.isPending} onClick={() => turnOff.mutate()}>
      Não avisar mais
    </Button>
  )
  return (
    <div aria-live="polite">
      {data.isOn ? (
        <Notice as="h1" icon="bell" title="Parar os avisos da hora de voltar?" action={button}>
          {turnOff.error
            ? errorText(turnOff.error, 'Não foi possível desligar. Tente novamente.')
            : 'Os outros avisos continuam como estão.'}
        </Notice>
      ) : (
        <Notice as="h1" icon="check" title="Você não recebe mais avisos da hora de voltar." action={profile}>
          Mudou de ideia? É só ligar de novo nas preferências do perfil.
        </Notice>
      )}
    </div>
  )
}

function HomeLink() {
  return (
    <ButtonLink to={paths.home()} variant="outline">
      Ir para o início
    </ButtonLink>
  )
}
