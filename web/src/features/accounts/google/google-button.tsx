import { Button } from '../../../ui/button.tsx'
import { GoogleMark } from './google-mark.tsx'
import { useGoogleStart } from './use-google-start.ts'

export function GoogleButton() {
  const { mutate: start, isPending } = useGoogleStart()
  return (
    <Button variant="outline" size="large" isWide isBusy={isPending} onClick={() => start()}>
      {!isPending && <GoogleMark />}
      Entrar com Google
    </Button>
  )
}
