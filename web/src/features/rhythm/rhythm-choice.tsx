import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatDate } from '../../lib/format.ts'
import { deviceTimeZone } from '../../lib/local-time.ts'
import { useUser } from '../../lib/session.ts'
import { createStoredValue, useStoredValue } from '../../lib/use-stored-value.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { showToast } from '../../ui/toast.tsx'
import { rhythmQuery, useSetRhythm } from './queries.ts'

/** Among the preferences: the consent with its text and date, and where it is silent. */
export function RhythmChoice() {
  const { data } = useQuery(rhythmQuery)
  const { mutate, isPending } = useSetRhythm()
  const id = useId()
  if (!data) return null
  const { givenAt, consentText, silentIn } = data
  const names = silentIn.map(({ name }) => name).join(', ')
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Checkbox
        checked={givenAt !== null}
        disabled={isPending}
        aria-describedby={id}
        onChange={(isOn) => mutate(isOn ? consentText : undefined)}
      >
        <span className="font-semibold">Avise quando for a hora de voltar</span>
      </Checkbox>
      <p id={id} className="text-sm text-mute">
        {consentText} Depois de dois avisos sem resposta, paramos por nossa conta.{' '}
        {givenAt && `Você aceitou em ${formatDate(givenAt, deviceTimeZone())}.`}
      </p>
      {names && (
        <p className="mt-2 text-sm wrap-anywhere">
          Sem avisos por enquanto: {names}. Para voltar a receber, desligue e ligue de novo.
        </p>
      )}
    </div>
  )
}

/** The user who does not want to see it again: the next account on this device does. */
const storedDismissal = createStoredValue<string>({
  key: 'rhythmDismissed',
  parse: (text) => text,
  format: (userId) => userId,
})

/** After the first visit, until the customer decides. */
export function RhythmInvitation() {
  const { data } = useQuery(rhythmQuery)
  const { mutate, isPending } = useSetRhythm()
  const user = useUser()
  const [dismissedBy, dismiss] = useStoredValue(storedDismissal)
  const id = useId()
  if (!data?.isInvited || !user || dismissedBy === user.id) return null
  const onSuccess = () => showToast({ tone: 'success', title: 'Combinado: avisamos na hora de voltar.' })
  return (
    <section aria-labelledby={id} className="mb-4 rounded-card border border-line bg-card p-4">
      <h2 id={id} className="text-lg font-semibold">
        Avisamos na hora de voltar?
      </h2>
      <p className="mt-1 text-sm text-mute">{data.consentText}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => dismiss(user.id)}>
          Agora não
        </Button>
        <Button variant="ink" isBusy={isPending} onClick={() => mutate(data.consentText, { onSuccess })}>
          Quero os avisos
        </Button>
      </div>
    </section>
  )
}
