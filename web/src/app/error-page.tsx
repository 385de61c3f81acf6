import { isRouteErrorResponse } from 'react-router'
import { BRAND } from '../lib/site.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SceneMessage } from '../ui/scene-message.tsx'
import { paths } from './paths.ts'

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
