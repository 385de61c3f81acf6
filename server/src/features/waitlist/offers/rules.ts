import { formatInstant, formatInstantTime } from '../../../lib/format-time.ts'

/** In the web app, by the signed id of the offer. */
export const offerPath = (token: string) => `/o/${token}`

type OfferTexts = {
  shopName: string
  serviceName: string
  barberName: string
  start: Date
  expiresAt: Date
  timeZone: string
}

/** What the customer is notified of in the product, by push and by email: what, where, until when. */
export function describeOffer(offer: OfferTexts): { title: string; message: string } {
  const { shopName, serviceName, barberName, start, expiresAt, timeZone } = offer
  const until = formatInstantTime(expiresAt, timeZone)
  return {
    title: `Abriu um horário na ${shopName}`,
    message: `${serviceName} com ${barberName}, ${formatInstant(start, timeZone)}. Está guardado para você até ${until}.`,
  }
}
