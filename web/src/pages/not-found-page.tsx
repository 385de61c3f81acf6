import { data, type MetaArgs } from 'react-router'
import { paths } from '../app/paths.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'
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
