/** The text that Google Meet, Zoom and Teams add to an event has phones of their own, for dialling in. */
/** Above and below what Google Meet adds. */
const meetEdge = /^[-:~\s]{8,}$/
const conference =
  /meet\.google|tel\.meet|zoom\.us|zoomgov|teams\.(?:microsoft|live)|microsoft teams|webex|whereby|gotomeet|\bPIN\b|\bdisque\b|\bdiscar\b|\bdial\b|one tap mobile|(?:conference|meeting|reuni[aã]o) id|id da (?:confer[eê]ncia|reuni[aã]o)|phone numbers|n[uú]meros de telefone|senha de acesso|passcode/i
/** A phone that is said to be one's own, also below the conference. */
const ofCustomer = /^[\s*•-]*(?:telefone|celular|whats|cliente|contato|phone|mobile|tel\b|fone)/i
const hasPhone = /\d[\d ().-]{6,}\d/

/**
 * A description without the text of conferences: neither its phones nor its links are the customer's. The place is added if it has a
 * phone: booking pages write it there.
 */
export function cleanDescription(description: string, location: string): string {
  const lines: string[] = []
  let isMeet = false
  let isConference = false
  for (const line of description.slice(0, 20_000).split(/\n|<br\s{0,9}\/?>/i)) {
    const isOwn = ofCustomer.test(line)
    if (meetEdge.test(line) && line.includes('~')) isMeet = !isMeet
    else if (isMeet || /^_{20,}\s*$/.test(line)) isConference = true
    else if (conference.test(line) && !isOwn) isConference = true
    else if (isOwn || !isConference || !hasPhone.test(line)) lines.push(line)
  }
  const isPlaceWithPhone = hasPhone.test(location) && !conference.test(location)
  return [lines.join('\n').trim(), ...(isPlaceWithPhone ? [location] : [])].filter(Boolean).join('\n')
}
