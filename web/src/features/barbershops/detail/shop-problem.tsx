import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SceneMessage } from '../../../ui/scene-message.tsx'

export function ShopNotFound({ home }: { home: ReactNode }) {
  return (
    <SceneMessage mirror="404" title="Barbearia não encontrada" actions={home}>
      Ela pode ter mudado de endereço ou saído daqui. Há outras perto de você.
    </SceneMessage>
  )
}

export function ShopFailure({ home, onRetry }: { home: ReactNode; onRetry: () => void }) {
  const actions = (
    <>
      <Button onClick={onRetry}>Tentar novamente</Button>
      {home}
    </>
  )
  return (
    <Notice
      as="h1"
      tone="error"
      title="Erro ao carregar detalhes da barbearia. Tente novamente mais tarde."
      action={actions}
    />
  )
}
