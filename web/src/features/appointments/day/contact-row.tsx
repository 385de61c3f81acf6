import { formatPhone } from '../../../lib/format.ts'
import { buttonClass } from '../../../ui/button-class.ts'
import { Icon } from '../../../ui/icon.tsx'
import { contactHrefs } from '../agenda/rules.ts'

/** The ways to reach the customer, when he left any. */
export function ContactRow({ phone, name }: { phone: string | null; name: string }) {
  const contact = contactHrefs(phone)
  if (!phone || !contact) return null
  const look = `${buttonClass({ variant: 'outline' })} min-w-0 flex-1 px-3!`
  return (
    <div className="flex gap-2">
      <a href={contact.phone} className={look} aria-label={`Ligar para ${name}, ${formatPhone(phone)}`}>
        <Icon name="phone" className="size-4.5" />
        Ligar
      </a>
      <a
        href={contact.whatsapp}
        target="_blank"
        rel="noopener noreferrer"
        className={look}
        aria-label={`WhatsApp de ${name} (abre em nova aba)`}
      >
        <Icon name="chat" className="size-4.5" />
        WhatsApp
      </a>
    </div>
  )
}
