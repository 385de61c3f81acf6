import type { Barbershop } from '@na-regua/contract/barbershops'
import { buttonClass } from '../../../ui/button-class.ts'
import { Icon } from '../../../ui/icon.tsx'
import { phoneHref, whatsappHref } from './rules.ts'

/** The ways to talk to the shop that it has. */
export function ContactLinks({ shop }: { shop: Barbershop }) {
  const [phone, whatsapp] = [phoneHref(shop.phone), whatsappHref(shop)]
  if (!phone && !whatsapp) return null
  const look = `${buttonClass({ variant: 'outline' })} min-w-0 flex-1`
  return (
    <div className="flex gap-2">
      {phone && (
        <a href={phone} className={look}>
          <Icon name="phone" />
          Ligar
        </a>
      )}
      {whatsapp && (
        <a href={whatsapp} target="_blank" rel="noopener noreferrer" className={look}>
          <Icon name="chat" />
          WhatsApp
          <span className="sr-only">(abre em nova aba)</span>
        </a>
      )}
    </div>
  )
}
