import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { useHeldSession } from '../../../lib/use-held-session.ts'
import { Button } from '../../../ui/button.tsx'
import { SceneMessage } from '../../../ui/scene-message.tsx'
import { leaveSession } from '../queries.ts'
import { LEAVE_SECONDS } from '../rules.ts'

function useLeaving() {
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLeaving(true), LEAVE_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!isLeaving) return
    leaveSession()
    // The panel asks whoever is not logged in to do so. Going back must not lead through here again.
    void navigate(paths.admin(), { replace: true })
  }, [isLeaving, navigate])

  return () => setLeaving(true)
}

/** Good news for six seconds, then the way through the login to the panel. */
export function PaymentSuccess({ title = 'Pagamento confirmado!' }: { title?: string }) {
  const leave = useLeaving()
  return (
    <SceneMessage mirror="Oba" title={title} actions={<Button onClick={leave}>Entrar agora</Button>} isAlert>
      Sua conta agora é de proprietário. Para continuar, entre de novo: levamos você ao seu painel em {LEAVE_SECONDS}{' '}
      segundos.
    </SceneMessage>
  )
}

/** The same way for a plan that costs nothing. */
export function FreeSuccess() {
  useHeldSession(true)
  return <PaymentSuccess title="Tudo pronto!" />
}
