import { hasAreaCode, parsePhoneNumber, toE164 } from '@na-regua/contract/phones'

/** E.164 of a stored phone. Numbers that were stored before the rule of today can be called too; undefined for any other text. */
function toDialled(phone: string | null): string | undefined {
  const { phone: parsed } = parsePhoneNumber(phone ?? '')
  if (parsed) return toE164(parsed)
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  return hasAreaCode(digits) ? toE164(digits) : undefined
}

/** Opens the dialler. */
export function callHref(phone: string | null): string | undefined {
  const dialled = toDialled(phone)
  return dialled && `tel:${dialled}`
}

/** Opens a chat of WhatsApp, with a first message if there is one. */
export function chatHref(phone: string | null, text?: string): string | undefined {
  const dialled = toDialled(phone)
  return dialled && `https://wa.me/${dialled.slice(1)}${text === undefined ? '' : `?text=${encodeURIComponent(text)}`}`
}
