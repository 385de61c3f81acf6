import { formatDateAndTime } from '../../../lib/format.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { RepeatForm } from '../series/repeat-form.tsx'
import type { Booked } from './use-new-appointment.ts'

/** What was booked, with the link to send and the repetition. */
export function BookedMessage({ booked: { appointment, link }, onClose }: { booked: Booked; onClose: () => void }) {
  const { startTime: start, timeZone: zone, customer, service, barber } = appointment
  async function copy(text: string) {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'success', title: 'Texto copiado' })
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <span className="block text-lg font-semibold">{customer.name}</span>
        {service.name} com {barber.name}, {formatDateAndTime(start, zone)}.
      </p>
      {!link && (
        <p className="text-mute">O horário já está na conta do cliente, que recebe o aviso por lá e por e-mail.</p>
      )}
      {link && (
        <>
          <p className="text-mute">
            {link.isSent
              ? 'O link para confirmar, mudar ou cancelar já foi enviado.'
              : 'Envie o link: por ele o cliente confirma, muda ou cancela, sem precisar de conta.'}
          </p>
          <p className="rounded-control bg-sunken p-3 text-sm wrap-anywhere">{link.text}</p>
          <a href={link.whatsAppUrl} target="_blank" rel="noreferrer" className={buttonClass({ isWide: true })}>
            <Icon name="chat" className="size-4.5" />
            Enviar pelo WhatsApp
          </a>
          <Button variant="outline" isWide onClick={() => void copy(link.text)}>
            <Icon name="copy" className="size-4.5" />
            Copiar texto
          </Button>
        </>
      )}
      <RepeatPart appointment={appointment} />
      <Button variant="outline" isWide onClick={onClose}>
        Pronto
      </Button>
    </div>
  )
}

/** A customer who comes every few weeks. */
function RepeatPart({ appointment }: Pick<Booked, 'appointment'>) {
  return (
    <details className="rounded-control border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-semibold">
        Horário fixo: repetir este horário
      </summary>
      <div className="p-4 pt-1">
        <RepeatForm appointment={appointment} isQuiet />
      </div>
    </details>
  )
}
