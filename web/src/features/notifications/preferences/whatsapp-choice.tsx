import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { formatDate } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useSetWhatsapp, whatsappQuery } from '../queries.ts'

/** Reminders on the phone: only for whom says yes, where this place can send them. */
export function WhatsappChoice() {
  const { data } = useQuery(whatsappQuery)
  const { mutate, isPending } = useSetWhatsapp()
  if (!data?.isAvailable) return null
  const { hasPhone, givenAt } = data
  const onError = (error: Error) =>
    showToast({ tone: 'error', title: errorText(error, 'Não foi possível salvar. Tente novamente.') })
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Checkbox
        checked={givenAt !== null}
        disabled={isPending || (!hasPhone && givenAt === null)}
        aria-describedby="whatsapp-explicado"
        onChange={(isOn) => mutate(isOn, { onError })}
      >
        <span className="font-semibold">Quero receber lembretes pelo WhatsApp</span>
      </Checkbox>
      <p id="whatsapp-explicado" className="text-sm text-mute">
        Até duas mensagens por horário confirmado, um dia e duas horas antes, com o serviço, a barbearia e um link para
        confirmar ou cancelar. Nunca propaganda; desligue quando quiser.{' '}
        {!hasPhone && <strong>Para ligar, informe seu telefone em Editar Perfil.</strong>}
        {hasPhone && givenAt && `Você aceitou em ${formatDate(givenAt, deviceTimeZone())}.`}
      </p>
    </div>
  )
}
