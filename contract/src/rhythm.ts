import { type Static, Type } from 'typebox'
import { IdAndName } from './appointments.ts'
import { Instant, Nullable, Strict, Text } from './fields.ts'
import { LinkParams } from './reminder-reply.ts'
import { defineApi, route } from './route.ts'

/** What a person agrees to, in these words. Stored with the consent; with another text the server refuses it. */
export const RHYTHM_CONSENT_TEXT =
  'Quero que a Na Régua use as datas das minhas visitas para me avisar quando costuma ser a hora de voltar a cada barbearia, com um ' +
  'horário livre parecido com o de sempre. No máximo um aviso por visita, e desligo quando quiser.'

/** The consent to nudges by the rhythm of the own visits. Off until it is given. */
export const RhythmConsent = Type.Object({
  givenAt: Nullable(Instant),
  /** The text to agree to. */
  consentText: Type.String(),
  /** The person has a completed appointment and has never decided: the pages may invite to it. */
  isInvited: Type.Boolean(),
  /** Where nothing is sent any more, because two nudges in a row were ignored. A new consent starts again. */
  silentIn: Type.Array(IdAndName),
})
export type RhythmConsent = Static<typeof RhythmConsent>

/** Says nothing about the person. */
const NudgeLink = Type.Object({ isOn: Type.Boolean() })
export type NudgeLink = Static<typeof NudgeLink>

/** Nudges when the next visit is due. The links need no session; they end the nudges and nothing else. */
export const rhythmApi = defineApi(
  { tag: 'rhythm', description: 'Os avisos de que costuma ser a hora de voltar' },
  {
    get: route('GET', '/rhythm', {
      summary: 'Se a pessoa quer ser avisada quando for a hora de voltar, e desde quando',
      response: { 200: RhythmConsent },
    }),
    set: route('PUT', '/rhythm', {
      summary: 'Aceita, com o texto que leu, ou deixa de aceitar os avisos da hora de voltar',
      body: Strict({
        isOn: Type.Boolean(),
        /** To agree: the text that was shown. */
        consentText: Type.Optional(Text({ max: 1000 })),
      }),
      errors: ['CONSENT_OUTDATED'],
      response: { 200: RhythmConsent },
    }),
    getByLink: route('GET', '/nudges/:token', {
      summary: 'Se os avisos do link estão ligados; olhar não muda nada',
      params: LinkParams,
      errors: ['LINK_INVALID'],
      response: { 200: NudgeLink },
    }),
    turnOff: route('POST', '/nudges/:token/off', {
      summary: 'Desliga os avisos da hora de voltar, pelo link e sem login',
      params: LinkParams,
      errors: ['LINK_INVALID'],
      response: { 200: NudgeLink },
    }),
  },
)
