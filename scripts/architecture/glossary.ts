/** The right-hand columns of the glossary as data: words that have a standard term, and where they are the standard term themselves. */

export type Term = {
  unwanted: RegExp
  /** What to write instead. */
  say: string
  /** Uses in which the word is the standard term. */
  unless?: RegExp
  /** Files in which the word is the standard term. */
  except?: RegExp
}

/** Names that the wire format or the database fixes. */
export const fixedNames: ReadonlySet<string> = new Set([
  'chairs',
  'freeTimes',
  'keepConflicts',
  'seats',
  'told_at',
  'barbershops_told',
  'told_by',
  'toldAt',
  'told_delay_min',
  'told_delay_at',
  'identity_visits',
  'presence_confirmed_at',
  'promisesKept',
])

/** Drawn scenes of the demo: their chairs, walls and doors are furniture. */
const drawings = /^server\/seed\/(?:images|pictures)\/|\/(?:empty-chair|hero|icon|scene-\w+|icon-paths)\.\w+$/

/** The door of a barbershop, where the QR code of its queue hangs. */
const doors = new RegExp(
  `${drawings.source}|queue|poster|^server/test/(?:access/tenants|booking-scene|random-schedules)|sweeps.test|app/paths`,
)

const term = (unwanted: string, say: string, rest: Pick<Term, 'unless' | 'except'> = {}): Term => ({
  unwanted: new RegExp(`\\b(?:${unwanted})\\b`, 'i'),
  say,
  ...(rest.unless && { unless: new RegExp(rest.unless, 'gi') }),
  ...(rest.except && { except: rest.except }),
})

/** Words that are unwanted in names and in prose alike. */
const everywhere: readonly Term[] = [
  term('letters?', 'email', {
    unless:
      /\b(?:capital|lower ?case|upper ?case|small|first|accented|latin|only|of|two|three|five|[36-9]|\d+) letters?|letters? (?:and|or) (?:digits?|numbers?)|letters?,? digits?/,
  }),
  term('tidings', 'event'),
  term('wish(?:es|ed)?', 'input, params, filters or options'),
  term('shel(?:f|ves)', 'cache', { except: drawings }),
  term('keepers?', 'cache'),
  term('hush', 'unsubscribe'),
  term('told', 'result, notified or reported'),
  term('outrun', 'version conflict'),
  term('awaited', 'pending', { unless: /^awaited$/ }),
  term('mend(?:s|ed|ing)?', 'correct, repair or fix'),
  term('chairs?', 'barber', { unless: /empty chair|chair for the empty state/, except: drawings }),
  term('seats?|seated', 'barber, or walk-in', { except: drawings }),
  term('crowd(?:s|ed)?', 'concurrency, load or bulk data'),
  term('give up|gives up|gave up|giving up|given up', 'cancel, or stop retrying'),
  term('call(?:s|ed)? off', 'cancel'),
  term('lets? go|letting go', 'release, exit or disconnect'),
  term('free times?', 'slots or availability'),
  term('full house|waiting line', 'overload protection, queue'),
  term('whoever|whomever|somebody|anybody', 'who it is: customer, caller, client or user'),
  term('visitors?', 'anonymous user or customer', { except: /vite\.config/ }),
  // An entry is one of the queue, a board that of a day.
  term('queue boards?', 'the queue of today'),
  term('waitlist entr(?:y|ies)', 'waitlist request'),
  term('hear(?:s|d|ing)?', 'listen or receive', { unless: /\bhear(?:s|d)? (?:by|from) a screen reader/ }),
]

export const identifierTerms: readonly Term[] = [
  ...everywhere,
  term('base', 'database', {
    unless:
      /\b(?:base (?:url|name|line|path|ui|64|policy)|(?:api|code|stripe api|fastify|client|number format) base(?: logger)?)\b/,
    // The name of oidc-provider's default policy.
    except: /\/local-google\/issuer\.ts$/,
  }),
  term('house|rooms?', 'layer, module, entry point or endpoint', { except: drawings }),
  term('doors?', 'layer, module, entry point or endpoint', { except: doors }),
  term('walls?', 'local time', { unless: /\bwall (?:ms|clock ms)/, except: drawings }),
  term('he|his|him', 'they, or who it is'),
  term('nobody', 'who is missing'),
  term('life', 'status, ttl'),
  term('lock chair', 'lockBarber or lockBarberUser'),
  term('tell(?:s|ing)?', 'notify, publish or report'),
  term('facts?', 'event, dedupeKey, params, or what they are', { except: /\/payments\/|stripe|sweeps\.test/ }),
  term('kept|keep', 'store, save or retain', { unless: /keep (?:alive|previous data)/ }),
  term('said', 'reported'),
  term('pictures?', 'image'),
]

export const commentTerms: readonly Term[] = [
  ...everywhere,
  term("(?:the|a|its?|our|own|another|empty|one|same|this|each|of) base|base[’']s|bases", 'database', {
    unless: /(?:the|a|one|same) base (?:ui|64|url|path|image|branch|commit|class|case|font|layer|of the triangle)/,
  }),
  term("the house|house[’']s", 'layer, module, repository, entry point or endpoint', { except: drawings }),
  term('doors?', 'layer, module, repository, entry point or endpoint', { except: doors }),
  term('walls?|wall clock', 'local time', { except: drawings }),
  term('he|his|him|himself', 'they, or who it is'),
  term('nobody', 'no customer, no client …'),
  term('tells?', 'shows, reports or notifies'),
  term('asks?|asked|asking', 'request, query or require'),
  term('answers?|answered|answering', 'response, respond or return'),
  term('works? out', 'compute'),
  term('anew', 'again'),
  term('nowhere else', 'only'),
]
