import { useSite } from '../../../lib/site.ts'
import { GoogleButton } from '../google/google-button.tsx'

/** Nothing where Google is not configured. */
export function OtherDoor() {
  if (!useSite()?.hasGoogle) return null
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-mute before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        ou
      </p>
      <GoogleButton />
    </>
  )
}
