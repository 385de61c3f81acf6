import { useEffect } from 'react'
import { pauseSession } from './session.ts'

/** While true, nothing that happens to the session on the server takes this page away from the person who looks at it. */
export function useHeldSession(isHeld: boolean) {
  useEffect(() => (isHeld ? pauseSession() : undefined), [isHeld])
}
