import { data, isRouteErrorResponse, type MetaArgs } from 'react-router'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { BRAND } from '../lib/site.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SceneMessage } from '../ui/scene-message.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export { loadNothing as clientLoader } from '../lib/query-client.ts'

export function meta({ matches }: Pick<MetaArgs, 'matches'>) {
  return pageMeta(matches, { title: 'Página não encontrada' })
}

export default function NotFoundPage() {
  const actions = (
    <ButtonLink to={paths.home()} size="large">
      Encontrar barbearias
    </ButtonLink>
  )
  return (
    <SceneMessage mirror="404" title="Não tem ninguém nesta cadeira" actions={actions}>
      A página que você procura não existe ou mudou de endereço. As barbearias continuam no mesmo lugar.
    </SceneMessage>
  )
}

function HomeLink({ variant }: { variant: 'primary' | 'outline' }) {
  return (
    <ButtonLink to={paths.home()} variant={variant}>
      Voltar para início
    </ButtonLink>
  )
}

/** Shows errors that no page handled. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <>
        <title>{`Página não encontrada · ${BRAND}`}</title>
        <SceneMessage mirror="404" title="Não encontramos isso aqui" actions={<HomeLink variant="primary" />}>
          {error.data?.message ?? 'O que você procura não existe ou mudou de endereço.'}
        </SceneMessage>
      </>
    )
  }
  const actions = (
    <>
      <Button onClick={() => window.location.reload()}>Tentar novamente</Button>
      <HomeLink variant="outline" />
    </>
  )
  return (
    <>
      <title>{`Algo deu errado · ${BRAND}`}</title>
      <SceneMessage mirror="Ops" title="A máquina travou no meio do corte" actions={actions} isAlert>
        Erro interno do sistema. O problema é nosso e já ficou anotado. Tente de novo daqui a pouco.
      </SceneMessage>
    </>
  )
}
